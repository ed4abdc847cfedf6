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
  /** Destination path; the file appears there only when it is complete. */
  readonly path: string;
  /** Called again after a failure, because the returned location may expire. */
  readonly locate: () => Promise<HubFile>;
  readonly read: (file: HubFile, from: number) => Promise<HubBytes>;
  readonly onProgress?: (received: number, size: number) => void;
  readonly signal: AbortSignal;
  /** Returns the free bytes in a directory. Default: the value of the operating system. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** Milliseconds before the first new attempt; doubled each time. Default 500. */
  readonly retryDelay?: number;
}

/** Maximum number of consecutive attempts without progress. */
const maxAttempts = 5;
/** Maximum `retry-after` of the hub that the download waits for, in seconds. */
const maxDelaySeconds = 60;
/** Disk space to leave free, because the service writes to the same disk, in bytes. */
const reserve = 64 * 1024 * 1024;

/**
 * Downloads a file and verifies it. A partial download stays next to the destination as `.part` and can be resumed,
 * also by another run. Concurrent runs write the same bytes to the same offsets, so the first to finish moves the
 * file into place without disturbing the others. Throws an EngineError with a complete sentence; a file that fails
 * the check is removed.
 */
export async function downloadFile(download: Download): Promise<void> {
  let partial: PartialDownload | undefined;
  try {
    for (let failures = 0; ;) {
      const before = partial?.received.length ?? 0;
      try {
        const file = await download.locate();
        // The name may refer to a different file by now, of which no bytes are downloaded.
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
  // The name contains the checksum, so that a partial download of another version is never resumed.
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
  // The hub would reject the request again, or the disk is full.
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

/** The received bytes of a file and their hash. */
class Received {
  #hash: Hash = createHash('sha256');
  length = 0;

  private constructor(readonly target: FileHandle) {}

  /** Reads the partial file of an earlier run. */
  static async of(part: string, target: FileHandle, size: number): Promise<Received> {
    const received = new Received(target);
    const { size: existingBytes } = await target.stat();
    if (existingBytes > size) await target.truncate(size);
    else if (existingBytes > 0) {
      // The file may grow during the read, because another run is downloading it.
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

  /** Overwrites the received bytes without truncating the file, because another run may rely on it. */
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
