import { type EngineError, toEngineError } from '@org/engine';
import type { FastifyReply } from 'fastify';
import { storedHeaders } from '../../request-context/response-recording.js';
import { streamMediaType } from '../../request-context/media-types.js';
import type { RequestContext } from '../../request-context/request-context.js';
import { announceAfter } from './announce-after.js';
import type { FrameSegment } from './long-frame.js';
import { readOutAfterAbort } from './read-out-after-abort.js';
import { StreamWriter, type StreamWriterOptions } from './stream-writer.js';

/** Complete frames: as text, or one after another where some are so long that they are sent in segments. */
export type Frames = string | AsyncIterable<string | FrameSegment>;

/** A response as text frames. */
export interface FrameSource<Item> {
  readonly items: AsyncIterable<Item>;
  /** The frames that start the stream when it is silent for `keepAliveMs` before its first item. */
  announce?(): Frames;
  /** The complete SSE frames of an item, or the empty string. */
  format(item: Item): Frames;
  /** Called when the frames of the announcement or of an item were written. */
  onSent?(): void;
  /** Whether the frames of an item end the response: only `end` follows them. */
  isLast(item: Item): boolean;
  /** What follows the last item, or the empty string. */
  readonly end: string;
  /** The frames that end a stream that cannot continue. */
  fail(error: EngineError): Frames;
}

/**
 * Streams a response. Throws the errors of the source while nothing was sent yet; later failures are sent as events,
 * so that the stream never ends without a terminal event. An ended response cannot fail, even if its work is aborted afterwards.
 */
export async function streamReply<Item>(
  reply: FastifyReply,
  source: FrameSource<Item>,
  options: StreamWriterOptions,
): Promise<void> {
  const writer = new StreamWriter(reply, options);
  const { idempotentWrite, log } = options.requestContext;
  const recording = idempotentWrite?.recording;
  try {
    await writeItems(writer, source, options);
  } catch (thrown) {
    if (!writer.started) {
      writer.discard();
      throw thrown;
    }
    const error = toEngineError(thrown);
    log.failure = error;
    if (reply.raw.destroyed) {
      // The last event contains the output: it is not built for a client that has disconnected.
      writer.discard();
      await recording?.abandon();
      return;
    }
    if (!(await sendFailure(writer, source, error, options.requestContext))) {
      writer.discard();
      await recording?.abandon();
      // There is no valid event to send. A client that waits for more would wait forever.
      reply.raw.destroy();
      return;
    }
    await recording?.abandon();
  }
  writer.flush();
  await recording?.finish(200, storedHeaders(streamMediaType, log.warnings));
  writer.end();
}

async function writeItems<Item>(
  writer: StreamWriter,
  source: FrameSource<Item>,
  { keepAliveMs, requestContext: { signal } }: StreamWriterOptions,
): Promise<void> {
  const items =
    source.announce === undefined
      ? source.items
      : await announceAfter(source.items, keepAliveMs, () => announce(writer, source));
  for await (const item of readOutAfterAbort(items, signal)) {
    // The frames of one item are not separated: a failure between them would be sent as if all had been sent.
    const frames = source.format(item);
    const drained = typeof frames === 'string' ? writer.write(frames) : await writeEach(writer, frames);
    source.onSent?.();
    if (source.isLast(item)) break;
    if (drained !== undefined) await drained;
    // The client has disconnected, and a source that never pauses would block the event loop.
    signal.throwIfAborted();
  }
  const drained = writer.write(source.end);
  if (drained !== undefined) await drained;
}

async function announce<Item>(writer: StreamWriter, source: FrameSource<Item>): Promise<void> {
  const frames = source.announce?.() ?? '';
  const drained = typeof frames === 'string' ? writer.write(frames) : await writeEach(writer, frames);
  source.onSent?.();
  await drained;
}

async function writeEach(writer: StreamWriter, frames: Exclude<Frames, string>): Promise<undefined> {
  for await (const frame of frames) {
    const drained = typeof frame === 'string' ? writer.write(frame) : writer.writeSegment(frame);
    if (drained !== undefined) await drained;
  }
}

/** False when the failure cannot be sent, because its formatting has failed as well. */
async function sendFailure<Item>(
  writer: StreamWriter,
  source: FrameSource<Item>,
  error: EngineError,
  { log }: RequestContext,
): Promise<boolean> {
  try {
    const frames = source.fail(error);
    if (typeof frames === 'string') void writer.write(frames);
    else await writeEach(writer, frames);
    writer.flush();
    return true;
  } catch (thrown) {
    log.failure = toEngineError(thrown);
    return false;
  }
}
