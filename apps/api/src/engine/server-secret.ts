// The secret for signatures on reasoning.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/checks/config-error.js';
import { systemReason } from '../config/system-reason.js';

const secretBytes = 32;
const fileName = 'server.key';

/** Reads `server.key` of `dataDir`, or makes it: readable by its owner only, never overwritten, never there by half. */
export async function loadServerSecret(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, fileName);
  const stored = await readSecret(path);
  if (stored !== undefined) return stored;
  try {
    await makeSecret(path);
  } catch (error) {
    throw cannot(path, 'created', error);
  }
  const made = await readSecret(path);
  if (made === undefined) throw new ConfigError(`${path} disappeared while the service started`);
  return made;
}

async function makeSecret(path: string): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}`;
  try {
    await writeDurably(temporaryPath, `${randomBytes(secretBytes).toString('base64')}\n`);
    await linkOrRename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

async function readSecret(path: string): Promise<Uint8Array | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cannot(path, 'read', error);
  }
  const secret = Buffer.from(text.trim(), 'base64');
  if (secret.byteLength < secretBytes)
    throw new ConfigError(
      `${path} does not contain ${secretBytes} bytes in base64; delete it, and the service creates a new one (it then no longer recognises older reasoning)`,
    );
  await restrictPermissions(path);
  return secret;
}

/** A file of another user, such as a secret that is mounted, cannot be closed. Its group may be meant to read it; everybody is not. */
async function restrictPermissions(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  try {
    await chmod(path, 0o600);
  } catch {
    if ((mode & 0o007) === 0) return;
    throw new ConfigError(
      `DATA_DIR: all users can read ${path}, which belongs to another user; its owner must run: chmod 600 ${path}`,
    );
  }
}

function cannot(path: string, done: 'read' | 'created', error: unknown): ConfigError {
  return new ConfigError(`DATA_DIR: ${path} cannot be ${done}: ${systemReason(error)}`);
}

/**
 * A link appears atomically, and the first writer keeps the name. Some file systems have no links; a rename is atomic
 * there, too.
 */
async function linkOrRename(temporaryPath: string, path: string): Promise<void> {
  try {
    await link(temporaryPath, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await rename(temporaryPath, path);
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
