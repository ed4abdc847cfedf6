import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { systemReason } from '../system-reason.js';
import { ConfigError } from './config-error.js';
import { refuseUnreadPaths } from './check-shell-quoting.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Above the size of any secret; a file beyond it is the wrong file. */
const maxSecretFileBytes = 1_048_576;

/** The variable that names the file with the value of `variable`, as container images do it: `API_KEYS_FILE`. */
export function fileVariableOf(variable: string): string {
  return `${variable}_FILE`;
}

/** Whether the value of `variable` comes from a file. */
export function isFromFile(variables: Variables, variable: string): boolean {
  return (variables[fileVariableOf(variable)] ?? '') !== '';
}

/**
 * The value of a secret: of `variable` itself, or the content of the file that `<variable>_FILE` names, without the
 * line break at its end. Throws a ConfigError when both are set, or the file cannot be read or is empty. No message
 * contains the path: an operator may have written the secret in its place.
 */
export function variableOf(variables: Variables, variable: string): string | undefined {
  const fileVariable = fileVariableOf(variable);
  const path = variables[fileVariable] ?? '';
  if (path === '') return variables[variable];
  if ((variables[variable] ?? '') !== '')
    throw new ConfigError(`the environment variables ${variable} and ${fileVariable} are both set; remove one of them`);
  refuseUnreadPaths(variables, [fileVariable]);
  const value = readSecret(path, fileVariable).replace(/\r?\n$/, '');
  if (value === '') throw new ConfigError(`${namesFile(fileVariable)} that is empty`);
  return value;
}

/** `variables` with the values of those `names` that come from files, in place of the names of the files. */
export function withSecretFiles(variables: Variables, names: readonly string[]): Variables {
  const read = names.filter((name) => isFromFile(variables, name));
  const values = read.map((name) => [name, variableOf(variables, name)] as const);
  const files = read.map((name) => [fileVariableOf(name), undefined] as const);
  return { ...variables, ...Object.fromEntries([...values, ...files]) };
}

function namesFile(fileVariable: string): string {
  return `the environment variable ${fileVariable} names a file`;
}

function readSecret(path: string, fileVariable: string): string {
  const bytes = readRegularFile(path, fileVariable);
  if (!isUtf8(bytes)) throw new ConfigError(`${namesFile(fileVariable)} that is not in UTF-8`);
  return bytes.toString('utf8');
}

function readRegularFile(path: string, fileVariable: string): Buffer {
  try {
    const stats = statSync(path);
    // The service could not read a pipe again on SIGHUP, and reading one without a writer never ends.
    if (!stats.isFile()) throw new ConfigError(`${namesFile(fileVariable)} that is not a regular file`);
    if (stats.size > maxSecretFileBytes)
      throw new ConfigError(`${namesFile(fileVariable)} of more than ${maxSecretFileBytes} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `${namesFile(fileVariable)} that cannot be read: ${systemReason(error)}; set it to the path of the file`,
    );
  }
}
