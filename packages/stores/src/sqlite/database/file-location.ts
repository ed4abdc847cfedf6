import { statSync } from 'node:fs';
import { EngineError } from '@org/engine/storage';

/**
 * Whether the opened file still exists at its path. SQLite continues without it, and the next start would lose what
 * is written then.
 */
export class DatabaseFile {
  readonly #path: string;
  /** Identifies the file. */
  readonly identity: string;

  /**
   * Must be created while the file is open: until it is closed, no other file has its inode number. Default of
   * `identity`: the file at the path.
   */
  constructor(path: string, identity = identityOf(path)) {
    this.#path = path;
    this.identity = identity;
  }

  /** Throws `internal` when the file was removed or replaced. Other errors of the path prove neither. */
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
