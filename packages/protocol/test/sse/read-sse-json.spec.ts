import { readSseJson } from '#src/sse.js';

async function* chunks(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

async function collect(source: AsyncIterable<unknown>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of source) values.push(value);
  return values;
}

describe('the events of a source', () => {
  it('are values for any chunk boundaries, without the final [DONE]', async () => {
    expect(
      await collect(
        readSseJson(chunks(': hello\n\nevent: a\ndata: {"ty', 'pe":"a"}\n\ndata: {"type":"b"}\n\ndata: [DONE]\n\n')),
      ),
    ).toEqual([{ type: 'a' }, { type: 'b' }]);
  });

  it('throw for what is no JSON', async () => {
    await expect(collect(readSseJson(chunks('data: {"type":\n\n')))).rejects.toThrow(SyntaxError);
  });

  it('end early with the loop and close the source', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const value of readSseJson(body)) {
      expect(value).toBe(1);
      break;
    }
    expect(cancelled).toBe(true);
  });
});
