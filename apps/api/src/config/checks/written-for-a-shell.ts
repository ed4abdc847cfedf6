// What a shell takes out of a value before a program sees it. Files of variables (docker --env-file, systemd) know little of that, and
// what they leave there would be a part of a key, or the name of a folder.
import { ConfigError } from './config-error.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** How to mend a value in quotes. */
export const takeQuotesOut = 'is in quotes; remove them (a shell does that, docker --env-file does not)';

export function isQuoted(value: string): boolean {
  return /^(["'])[^]*\1$/.test(value);
}

/** Throws a ConfigError for the first of `names` whose value stands in quotes. It is not shown: it may be a secret. */
export function refuseQuotes(variables: Variables, names: readonly string[]): void {
  const quoted = names.find((name) => isQuoted(variables[name] ?? ''));
  if (quoted !== undefined) throw new ConfigError(`environment: ${quoted} ${takeQuotesOut}`);
}

/** Throws a ConfigError for the first of `names` whose path begins with a home or a variable. */
export function refuseUnreadPaths(variables: Variables, names: readonly string[]): void {
  for (const name of names) {
    const [, start] = /^(?:sqlite:)?(~[^/]*|\$(?:\w+|\{\w+\}|\(\w+\)))(?:\/|$)/.exec(variables[name] ?? '') ?? [];
    if (start !== undefined)
      throw new ConfigError(
        `environment: ${name} begins with ${start}, which only a shell expands; write the complete path (or ./${start} if that is the literal name)`,
      );
  }
}
