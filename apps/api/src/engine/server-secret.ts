// The secret behind the seals on reasoning.
import { randomBytes } from 'node:crypto';
import { chmod, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/config-error.js';

const secretBytes = 32;
const fileName = 'server.key';

/** Reads `server.key` of `dataDir`, or makes it: readable by its owner only, never overwritten. */
export async function loadServerSecret(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, fileName);
  try {
    const file = await open(path, 'wx', 0o600);
    const secret = randomBytes(secretBytes);
    try {
      await file.writeFile(`${secret.toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
  if (secret.byteLength < secretBytes) throw new ConfigError(`${path} does not hold ${secretBytes} bytes in base64; delete it to get a new one (older reasoning is then no longer recognised)`);
  await chmod(path, 0o600);
  return secret;
}
