import { ConfigError } from './config-error.js';
import { isQuoted, quotedValueMessage } from './check-shell-quoting.js';
import { variableOf } from './variable-of.js';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads a key for a header: a trailing line break or quotes around it are rejected here and not in every request.
 * `settingOwner`: the setting that uses it, as its path in the configuration.
 */
export function keyFrom(variables: Variables, variable: string, settingOwner: string): string {
  const secret = secretFrom(variables, variable, settingOwner);
  if (isQuoted(secret))
    throw new ConfigError(
      `${settingOwner} reads its key from the environment variable ${variable}, whose value ${quotedValueMessage}`,
    );
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new ConfigError(
      `${settingOwner} reads its key from the environment variable ${variable}, which contains spaces, line breaks or characters outside ASCII`,
    );
  return secret;
}

/** Reads a header value, which unlike a key may have several words. */
export function headerFrom(variables: Variables, variable: string, settingOwner: string): string {
  const value = secretFrom(variables, variable, settingOwner);
  if (!/^[\t\x20-\x7e]+$/.test(value))
    throw new ConfigError(
      `${settingOwner} reads a header from the environment variable ${variable}, which contains line breaks or characters outside ASCII`,
    );
  return value;
}

/** Reads the URL of a proxy. It may contain a password, so it is never shown. */
export function proxyFrom(variables: Variables, variable: string, settingOwner: string): string {
  const address = secretFrom(variables, variable, settingOwner, proxy);
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new ConfigError(
    `${settingOwner} reads its proxy from the environment variable ${variable}, whose value is not a URL that starts with http:// or https://`,
  );
}

/** A kind of secret, and the usual name of a variable that holds it. */
interface SecretKind {
  readonly called: string;
  readonly variable: string;
}

const key: SecretKind = { called: 'key', variable: 'OPENAI_KEY' };
const proxy: SecretKind = { called: 'proxy', variable: 'HTTPS_PROXY' };

/** Reads the value of `variable`, or of the file that `<variable>_FILE` names. Throws a ConfigError without one. */
export function secretFrom(variables: Variables, variable: string, settingOwner: string, kind = key): string {
  const secret = variableOf(variables, variable);
  if (secret !== undefined && secret !== '') return secret;
  if (variableNamePattern.test(variable))
    throw new ConfigError(
      `${settingOwner} reads its ${kind.called} from the environment variable ${variable}, which is not set; set it, or the path of its file in ${variable}_FILE`,
    );
  throw new ConfigError(
    `${settingOwner} reads its ${kind.called} from an environment variable that is not set. Set it to the name of the variable, such as ${kind.variable}, not to the ${kind.called} itself; this message omits the value because it may be secret`,
  );
}

/** A key that is written in place of the variable name must not appear in a log. */
const variableNamePattern = /^[A-Z_][A-Z0-9_]*$/;
