import { statSync, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { EngineError } from '../../../errors/engine-error.js';

/** Whether the file that was opened still stands at its path. SQLite goes on with it all the same, and so would everybody who writes. */
export class FilePlace {
  readonly #path: string;
  readonly #opened: string;

  /** To be made while the file is open: as long as it is, no other one has its number. */
  constructor(path: string) {
    this.#path = path;
    this.#opened = identityOf(statSync(path, { bigint: true }));
  }

  /** Rejects with `internal` when the file was taken away or another one was put in its place. What else the path does not tell is no proof of it. */
  async check(): Promise<void> {
    let found: string | undefined;
    try {
      found = identityOf(await stat(this.#path, { bigint: true }));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return;
    }
    if (found !== this.#opened) throw new EngineError('internal', 'The database file is not at its place any more: what is stored now is lost at the next start.');
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
