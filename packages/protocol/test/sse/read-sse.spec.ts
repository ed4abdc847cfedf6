import { readSse, SseFrameTooLongError, type SseFrame, type SseSource } from '#src/sse.js';

async function collect(source: SseSource): Promise<string[]> {
  const data: string[] = [];
  for await (const frame of readSse(source)) data.push(frame.data);
  return data;
}

/** A stream of numbered frames without an end, and whether it was cancelled. */
function endless(): { body: ReadableStream<Uint8Array>; cancelled: () => boolean } {
  let cancelled = false;
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(`data: ${(count += 1)}\n\n`));
    },
    cancel() {
      cancelled = true;
    },
  });
  return { body, cancelled: () => cancelled };
}

describe('frames of a source', () => {
  it('are read from the body of a response', async () => {
    const { body } = new Response('data: 1\n\nevent: a\ndata: 2\n\n');
    if (body === null) throw new Error('no body');
    expect(await collect(body)).toEqual(['1', '2']);
  });

  it('are read from any iterable of mixed byte and string chunks', async () => {
    async function* chunks(): AsyncGenerator<Uint8Array | string> {
      yield 'data: on';
      yield new TextEncoder().encode('e\n');
      yield '\ndata: two\n\n';
    }
    expect(await collect(chunks())).toEqual(['one', 'two']);
  });

  it('leaving the loop cancels the stream', async () => {
    const { body, cancelled } = endless();
    for await (const frame of readSse(body)) if (frame.data === '3') break;
    expect(cancelled()).toBe(true);
  });

  it('an error in the loop cancels the stream and stays the error', async () => {
    const { body, cancelled } = endless();
    const failing = async (): Promise<void> => {
      for await (const frame of readSse(body)) throw new Error(`at ${frame.data}`);
    };
    await expect(failing()).rejects.toThrow('at 1');
    expect(cancelled()).toBe(true);
  });

  it('an error of the source passes through after the frames before it', async () => {
    async function* chunks(): AsyncGenerator<string> {
      yield 'data: 1\n\n';
      throw new Error('reset by peer');
    }
    const seen: SseFrame[] = [];
    const reading = async (): Promise<void> => {
      for await (const frame of readSse(chunks())) seen.push(frame);
    };
    await expect(reading()).rejects.toThrow('reset by peer');
    expect(seen).toHaveLength(1);
  });

  it('a frame over the limit ends the reading and cancels the stream', async () => {
    const { body, cancelled } = endless();
    const reading = async (): Promise<void> => {
      for await (const frame of readSse(body, { maxFrameLength: 3 })) expect(frame).toBeUndefined();
    };
    await expect(reading()).rejects.toThrow(SseFrameTooLongError);
    expect(cancelled()).toBe(true);
  });
});
