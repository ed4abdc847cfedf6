import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, statfs, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { EngineError } from '@org/engine';
import { exists } from './exists.js';
import type { HubBytes, HubFile } from './model-hub.js';

export interface Download {
  /** What to call it in messages. */
  readonly name: string;
  /** Where the file goes; it is there as a whole or not at all. */
  readonly path: string;
  /** Asked again after a failure: what it says may have an end. */
  readonly locate: () => Promise<HubFile>;
  readonly read: (file: HubFile, from: number) => Promise<HubBytes>;
  readonly onProgress?: (received: number, size: number) => void;
  readonly signal: AbortSignal;
  /** Bytes that are free in a folder. Default: what the system says. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** Milliseconds before the first new attempt; doubled each time. Default 500. */
  readonly retryDelay?: number;
}

/** Attempts in a row that bring nothing. */
const maxAttempts = 5;
/** Longest `retry-after` of the hub that is waited for, in seconds. */
const maxDelaySeconds = 60;
/** Left free on the disk: the service writes there, too. */
const reserve = 64 * 1024 * 1024;

/**
 * Loads a file and verifies it. What came of it before stays beside its place as `.part` and is gone on with, also by
 * another run. Runs at the same time write the same bytes to the same places, so whoever is first puts the file in its
 * place, and nobody disturbs the others. Throws an EngineError with a whole sentence; a file that fails the check is removed.
 */
export async function downloadFile(download: Download): Promise<void> {
  let partial: PartialDownload | undefined;
  try {
    for (let failures = 0; ;) {
      const before = partial?.received.length ?? 0;
      try {
        const file = await download.locate();
        // The name may stand for another file by now, of which nothing is there.
        if (partial !== undefined && partial.file.sha256 !== file.sha256) partial = await discard(partial);
        partial = partial === undefined ? await openPartial(download, file) : { ...partial, file };
        await receive(download, file, partial.received);
        break;
      } catch (thrown) {
        failures = (partial?.received.length ?? 0) > before ? 1 : failures + 1;
        await endOrWait(download, thrown, failures, partial);
      }
    }
    await verify(download, partial);
  } finally {
    await partial?.received.target.close();
  }
  await replaceFile(download, partial.part);
}

/** Another run at the same time may have done so before. */
async function replaceFile({ name, path }: Download, part: string): Promise<void> {
  try {
    await rename(part, path);
  } catch (cause) {
    if (await exists(path)) return;
    throw new EngineError(
      'internal',
      `cannot move ${name} to ${path}: ${(cause as NodeJS.ErrnoException).code ?? 'unknown reason'}`,
      { cause },
    );
  }
}

/** A file of which a part may be there. */
interface PartialDownload {
  readonly file: HubFile;
  /** Path of the part. */
  readonly part: string;
  readonly received: Received;
}

async function openPartial(download: Download, file: HubFile): Promise<PartialDownload> {
  // The name holds the check sum, so that nothing of another version is gone on with.
  const part = `${download.path}.${file.sha256.slice(0, 12)}.part`;
  const target = await openPart(part);
  try {
    const received = await Received.of(part, target, file.size);
    await checkSpace(download, file.size - received.length);
    return { file, part, received };
  } catch (thrown) {
    await target.close();
    throw thrown;
  }
}

async function discard({ part, received }: PartialDownload): Promise<undefined> {
  await received.target.close();
  await rm(part, { force: true });
}

/** Waits until the next attempt, or throws when there is none. */
async function endOrWait(
  { name, path, signal, retryDelay = 500 }: Download,
  thrown: unknown,
  failures: number,
  partial: PartialDownload | undefined,
): Promise<void> {
  const later = partial === undefined ? '' : '; the next run resumes the download';
  if (signal.aborted)
    throw new EngineError('cancelled', `the download of ${name} was cancelled${later}`, { cause: thrown });
  if (isDiskFailure(thrown))
    throw new EngineError('internal', `cannot write ${path}: ${thrown.code}`, { cause: thrown });
  // What the hub refuses, it refuses again; and there is no more room on the disk.
  if (thrown instanceof EngineError && (thrown.code !== 'upstream-failed' || thrown.retryable === false)) throw thrown;
  const why = thrown instanceof EngineError ? thrown.message : 'the connection was lost';
  const asked = (thrown instanceof EngineError && thrown.retryAfter) || 0;
  const tooLong = asked > maxDelaySeconds ? ` and asks to retry after ${asked} s` : '';
  if (failures >= maxAttempts || tooLong !== '')
    throw new EngineError('upstream-failed', `cannot download ${name}: ${why}${tooLong}${later}`, {
      cause: thrown,
    });
  await sleep(Math.max(retryDelay * 2 ** (failures - 1), asked * 1000), undefined, { signal }).catch(() => undefined);
}

async function verify({ name }: Download, { file, part, received }: PartialDownload): Promise<void> {
  if (received.digest() !== file.sha256) {
    await rm(part, { force: true });
    throw new EngineError(
      'upstream-failed',
      `${name} does not match the sha256 that the server reports; the partial file was deleted`,
    );
  }
  await received.target.sync();
}

/** What of a file is there, and the hash of it. */
class Received {
  #hash: Hash = createHash('sha256');
  length = 0;

  private constructor(readonly target: FileHandle) {}

  /** Reads what an earlier run left. */
  static async of(part: string, target: FileHandle, size: number): Promise<Received> {
    const received = new Received(target);
    const { size: existingBytes } = await target.stat();
    if (existingBytes > size) await target.truncate(size);
    else if (existingBytes > 0) {
      // It may grow meanwhile: another run is at work.
      for await (const chunk of target.createReadStream({
        autoClose: false,
        start: 0,
        end: existingBytes - 1,
      }) as AsyncIterable<Buffer>)
        received.#hash.update(chunk);
      received.length = existingBytes;
    }
    return received;
  }

  /** What is there is written over and not cut off, because another run may count on it. */
  restart(): void {
    this.#hash = createHash('sha256');
    this.length = 0;
  }

  async add(chunk: Buffer): Promise<void> {
    for (let written = 0; written < chunk.length;)
      written += (await this.target.write(chunk, written, chunk.length - written, this.length + written)).bytesWritten;
    this.#hash.update(chunk);
    this.length += chunk.length;
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** Throws when not all of it came. */
async function receive({ read, onProgress, signal }: Download, file: HubFile, received: Received): Promise<void> {
  if (received.length === file.size) return;
  const { from, body } = await read(file, received.length);
  try {
    if (from !== received.length) received.restart();
    for await (const chunk of body) {
      signal.throwIfAborted();
      await received.add(chunk.subarray(0, file.size - received.length));
      onProgress?.(received.length, file.size);
      if (received.length === file.size) return;
    }
  } finally {
    body.destroy();
  }
  throw new EngineError('upstream-failed', `the connection ended after ${received.length} of ${file.size} bytes`);
}

async function openPart(part: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(part), { recursive: true });
    return await open(part, constants.O_RDWR | constants.O_CREAT);
  } catch (cause) {
    throw new EngineError(
      'internal',
      `cannot write ${part}: ${(cause as NodeJS.ErrnoException).code ?? 'unknown reason'}`,
      { cause },
    );
  }
}

async function checkSpace({ name, path, freeBytes = freeBytesOf }: Download, needed: number): Promise<void> {
  const folder = dirname(path);
  const free = await freeBytes(folder);
  if (free >= needed + reserve) return;
  throw new EngineError(
    'internal',
    `${name} needs ${inMegabytes(needed + reserve)} MB in ${folder}, which has ${inMegabytes(free)} MB free`,
  );
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

function isDiskFailure(thrown: unknown): thrown is Error & { code: string } {
  return (
    isNativeError(thrown) &&
    'code' in thrown &&
    ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EFBIG'].includes(String(thrown.code))
  );
}
