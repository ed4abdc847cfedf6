import { statSync } from 'node:fs';
import { EngineError } from '../../../errors/engine-error.js';

/** Whether the file that was opened still stands at its path. SQLite goes on with it all the same, and what is written then is lost at the next start. */
export class DatabaseFile {
  readonly #path: string;
  /** Tells the file from all others. */
  readonly identity: string;

  /** To be made while the file is open: as long as it is, no other one has its number. Without `identity` it is the one that is there. */
  constructor(path: string, identity = identityOf(path)) {
    this.#path = path;
    this.identity = identity;
  }

  /** Throws `internal` when the file was taken away or another one was put in its place. What else the path does not tell is no proof of it. */
  check(): void {
    let found: string | undefined;
    try {
      found = identityOf(this.#path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return;
    }
    if (found !== this.identity)
      throw new EngineError('internal', 'The database file no longer exists at its path: nothing was stored.', {
        retryable: false,
      });
  }
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}
