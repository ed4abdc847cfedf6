import { toEngineError, type EngineError } from '@org/engine/errors/engine-error';
import type { FastifyReply } from 'fastify';
import { StreamWriter, streamMediaType, type StreamWriterOptions } from './stream-writer.js';

/** An answer as text to send. */
export interface FrameSource {
  /** Whole SSE frames, any number at a time. */
  readonly frames: AsyncIterable<string>;
  /** The frames that end a stream which cannot go on. */
  fail(error: EngineError): string;
}

/**
 * Streams an answer. Throws what the source throws while nothing was sent yet; later failures are told inside the stream,
 * so that it never just breaks off.
 */
export async function streamReply(reply: FastifyReply, source: FrameSource, options: StreamWriterOptions): Promise<void> {
  const writer = new StreamWriter(reply, options);
  const { recording } = options.exchange;
  try {
    for await (const frames of source.frames) {
      const drained = writer.write(frames);
      if (drained !== undefined) await drained;
      // Nobody reads any more, and a source that never pauses would not let anything else run.
      options.exchange.signal.throwIfAborted();
    }
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
  await recording?.finish(200, streamMediaType);
  writer.end();
}
