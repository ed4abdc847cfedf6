import { statfs } from 'node:fs/promises';

/**
 * Bytes that this process may still use of the file system of `folder`. Undefined where the system does not tell, and
 * where the file system has no size, as some network file systems.
 */
export async function freeDiskBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}
