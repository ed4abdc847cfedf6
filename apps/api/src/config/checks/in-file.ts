import { ConfigError } from './config-error.js';

/** Returns the result of `work`. A ConfigError that it throws gets the file name as prefix. */
export function inFile<Result>(file: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw namingFile(file, error);
  }
}

/** A ConfigError with the file name as prefix; any other error unchanged. */
export function namingFile(file: string | undefined, error: unknown): unknown {
  return file !== undefined && error instanceof ConfigError
    ? new ConfigError(`${file}: ${error.message}`, { cause: error })
    : error;
}
