import { ConfigError } from './config-error.js';

/** What `work` returns. A ConfigError that it throws then begins with the file whose fault it is. */
export function inFile<Result>(file: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw namingFile(file, error);
  }
}

/** A ConfigError that begins with the file whose fault it is; any other error as it is. */
export function namingFile(file: string | undefined, error: unknown): unknown {
  return file !== undefined && error instanceof ConfigError
    ? new ConfigError(`${file}: ${error.message}`, { cause: error })
    : error;
}
