import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
const maxEntries = 20_000;
const maxDepth = 8;
const maxPath = 400;

/** Distinguishes the states of a file. */
export type FileStates = ReadonlyMap<string, { readonly state: string; readonly bytes: number }>;

/** The regular files of a folder, and the number of entries that are none. Links are not followed. */
export function scanFiles(folder: string): { readonly files: FileStates; readonly skipped: number } {
  const files = new Map<string, { state: string; bytes: number }>();
  const folders: (readonly [path: string, depth: number])[] = [['', 0]];
  let [seen, skipped] = [0, 0];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const [parent, depth] = next;
    for (const name of readdirSync(join(folder, parent))) {
      seen += 1;
      if (seen > maxEntries) return { files, skipped: skipped + 1 };
      const path = parent === '' ? name : `${parent}/${name}`;
      const info = lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
      if (info?.isDirectory() === true) {
        if (depth < maxDepth && name !== '__pycache__') folders.push([path, depth + 1]);
      } else if (info?.isFile() === true && info.nlink === 1n && path.length <= maxPath && path.isWellFormed())
        files.set(path, {
          state: `${info.mtimeNs} ${info.ctimeNs} ${info.size} ${info.ino}`,
          bytes: Number(info.size),
        });
      else skipped += 1;
    }
  }
  return { files, skipped };
}

/** Throws where the path is no regular file of the folder. */
export function readSlice(
  folder: string,
  path: string,
  offset: number,
  length: number,
): { data: string; size: number } {
  const file = openWithin(folder, path, O_RDONLY);
  try {
    const info = fstatSync(file);
    if (!info.isFile() || info.nlink !== 1) throw new Error('not a regular file');
    const buffer = Buffer.alloc(Math.min(length, Math.max(0, info.size - offset)));
    const read = readSync(file, buffer, 0, buffer.length, offset);
    return { data: buffer.subarray(0, read).toString('base64'), size: info.size };
  } finally {
    closeSync(file);
  }
}

export function writeSlice(folder: string, path: string, offset: number, data: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const file = openWithin(folder, path, O_WRONLY | O_CREAT | (offset === 0 ? O_TRUNC : 0));
  try {
    if (!fstatSync(file).isFile()) throw new Error('not a regular file');
    const bytes = Buffer.from(data, 'base64');
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, offset + at);
  } finally {
    closeSync(file);
  }
}

/** No code runs meanwhile, so no link replaces a checked folder. */
function openWithin(folder: string, path: string, flags: number): number {
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) throw new Error('invalid path');
  const full = join(folder, path);
  if (realpathSync(dirname(full)) !== dirname(full)) throw new Error('invalid path');
  return openSync(full, flags | O_NOFOLLOW | O_NONBLOCK, 0o644);
}
