// Shell syntax that a shell removes from a value before a program reads it. Variable files (docker --env-file,
// systemd) support little of it, so the rest would become a part of a key or a folder name.
import { ConfigError } from './config-error.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Advice for a value in quotes. */
export const quotedValueMessage = 'is in quotes; remove them (a shell does that, docker --env-file does not)';

export function isQuoted(value: string): boolean {
  return /^(["'])[^]*\1$/.test(value);
}

/** Throws a ConfigError for the first of `names` with a quoted value. The value is not shown: it may be a secret. */
export function refuseQuotes(variables: Variables, names: readonly string[]): void {
  const quoted = names.find((name) => isQuoted(variables[name] ?? ''));
  if (quoted !== undefined) throw new ConfigError(`environment: ${quoted} ${quotedValueMessage}`);
}

/** Throws a ConfigError for the first of `names` whose path starts with a home directory or a variable. */
export function refuseUnreadPaths(variables: Variables, names: readonly string[]): void {
  for (const name of names) {
    const [, start] = /^(?:sqlite:)?(~[^/]*|\$(?:\w+|\{\w+\}|\(\w+\)))(?:\/|$)/.exec(variables[name] ?? '') ?? [];
    if (start !== undefined)
      throw new ConfigError(
        `environment: ${name} starts with ${start}, which only a shell expands; write the complete path (or ./${start} if that is the literal name)`,
      );
  }
}
