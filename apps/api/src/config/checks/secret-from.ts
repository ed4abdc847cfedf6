import { ConfigError } from './config-error.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** A key for a header: a line break at its end is seen here and not in every request. `whose`: what is to have it, as its place in the configuration. */
export function keyFrom(variables: Variables, variable: string, whose: string): string {
  const key = secretFrom(variables, variable, whose);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ConfigError(`${whose} takes its key from the environment variable ${variable}, which holds spaces, line breaks or characters outside ASCII`);
  return key;
}

/** The value of a header, which unlike a key may be made of several words. */
export function headerFrom(variables: Variables, variable: string, whose: string): string {
  const value = secretFrom(variables, variable, whose);
  if (!/^[\t\x20-\x7e]+$/.test(value)) throw new ConfigError(`${whose} takes a header from the environment variable ${variable}, which holds line breaks or characters outside ASCII`);
  return value;
}

export function secretFrom(variables: Variables, variable: string, whose: string): string {
  const secret = variables[variable];
  if (secret !== undefined && secret !== '') return secret;
  if (usualName.test(variable)) throw new ConfigError(`${whose} takes its key from the environment variable ${variable}, which is not set`);
  throw new ConfigError(`${whose} takes its key from an environment variable that is not set. Its name, such as OPENAI_KEY, belongs here and not the key, so what stands here is not shown`);
}

/** Whoever writes the key in the place of the name must not find it in a log. */
const usualName = /^[A-Z_][A-Z0-9_]*$/;
