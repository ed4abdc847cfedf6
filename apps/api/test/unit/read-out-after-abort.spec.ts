import { readOutAfterAbort } from '#src/http/reply/read-out-after-abort.js';

/** Items of a source that, once aborted, ends with its usage. */
async function* aborting(signal: AbortSignal, read: string[]): AsyncGenerator<string> {
  try {
    for (;;) {
      if (signal.aborted) {
        read.push('usage');
        yield 'usage';
        throw new Error('aborted');
      }
      yield 'text';
    }
  } finally {
    read.push('closed');
  }
}

async function* endless(read: string[]): AsyncGenerator<string> {
  for (;;) {
    read.push('text');
    yield 'text';
  }
}

describe('readOutAfterAbort', () => {
  it('reads the usage of a source that its reader leaves after an abort', async () => {
    const controller = new AbortController();
    const read: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const item of readOutAfterAbort(aborting(controller.signal, read), controller.signal)) {
        expect(item).toBe('text');
        controller.abort(new Error('disconnected'));
        controller.signal.throwIfAborted();
      }
    };
    await expect(reading()).rejects.toThrow('disconnected');
    expect(read).toEqual(['usage', 'closed']);
  });

  it('reads nothing more of a source that its reader leaves without an abort', async () => {
    const read: string[] = [];
    for await (const item of readOutAfterAbort(aborting(new AbortController().signal, read), AbortSignal.any([]))) {
      expect(item).toBe('text');
      break;
    }
    expect(read).toEqual(['closed']);
  });

  it('leaves a source that does not end after its abort', async () => {
    const controller = new AbortController();
    const read: string[] = [];
    for await (const item of readOutAfterAbort(endless(read), controller.signal)) {
      expect(item).toBe('text');
      controller.abort();
      break;
    }
    expect(read.length).toBeLessThan(30);
  });
});
