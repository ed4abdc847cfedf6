import { toEngineError, type EngineError } from '@org/engine/errors/engine-error';
import type { FastifyReply } from 'fastify';
import { keptHeaders } from './answer-recording.js';
import { StreamWriter, streamMediaType, type StreamWriterOptions } from './stream-writer.js';

/** An answer as text to send. */
export interface FrameSource<Item> {
  readonly items: AsyncIterable<Item>;
  /** The whole SSE frames that an item amounts to, or the empty string. */
  format(item: Item): string;
  /** What follows the last item, or the empty string. */
  readonly end: string;
  /** The frames that end a stream which cannot go on. */
  fail(error: EngineError): string;
}

/**
 * Streams an answer. Throws what the source throws while nothing was sent yet; later failures are told inside the stream,
 * so that it never just breaks off.
 */
export async function streamReply<Item>(reply: FastifyReply, source: FrameSource<Item>, options: StreamWriterOptions): Promise<void> {
  const writer = new StreamWriter(reply, options);
  const { recording, signal } = options.exchange;
  try {
    for await (const item of source.items) {
      const drained = writer.write(source.format(item));
      if (drained !== undefined) await drained;
      // Nobody reads any more, and a source that never pauses would not let anything else run.
      signal.throwIfAborted();
    }
    const drained = writer.write(source.end);
    if (drained !== undefined) await drained;
  } catch (thrown) {
    if (!writer.started) {
      writer.discard();
      throw thrown;
    }
    const error = toEngineError(thrown);
    options.exchange.log.failure = error;
    void writer.write(source.fail(error));
    writer.flush();
    await recording?.abandon();
  }
  writer.flush();
  await recording?.finish(200, keptHeaders(streamMediaType, options.exchange.log.warnings));
  writer.end();
}
