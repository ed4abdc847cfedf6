import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BodyLimits, receiveBody, receiveUnknownLength } from '#src/http/body/receive-body.js';

const limits: BodyLimits = {
  maxBytes: 200_000,
  isDecoded: false,
  maxBytesReserved: 150_000,
  timeoutMs: 5_000,
  onTimeout: () => undefined,
  reserve: () => undefined,
};

function receiving(
  length: number | undefined,
  overrides: Partial<BodyLimits> = {},
): { readonly body: PassThrough; readonly result: Promise<Buffer | undefined> } {
  const body = new PassThrough();
  const result = new Promise<Buffer | undefined>((resolve, reject) => {
    const done = (error: Error | undefined, bytes?: Buffer): void =>
      error === undefined ? resolve(bytes) : reject(error);
    if (length === undefined) receiveUnknownLength(body, { ...limits, ...overrides }, done);
    else receiveBody(body, length, { ...limits, ...overrides }, done);
  });
  return { body, result };
}

describe('a body of known length', () => {
  it('is one buffer of its chunks', async () => {
    const { body, result } = receiving(6);
    body.write('abc');
    await sleep(1);
    body.write('def');
    expect(String(await result)).toBe('abcdef');
  });

  it('fails when its connection does', async () => {
    const { body, result } = receiving(6);
    body.write('abc');
    body.destroy(new Error('gone'));
    await expect(result).rejects.toThrow('gone');
  });

  it('has its time', async () => {
    const late = new Promise((resolve) =>
      receiving(6, { timeoutMs: 1, onTimeout: () => resolve('late') }).body.write('abc'),
    );
    expect(await late).toBe('late');
  });
});

describe('a body of unknown length', () => {
  it('reserves nothing while it is short', async () => {
    const reserved: number[] = [];
    const { body, result } = receiving(undefined, { reserve: (bytes) => void reserved.push(bytes) as undefined });
    body.end('abc');
    expect(String(await result)).toBe('abc');
    expect(reserved).toEqual([]);
  });

  it('is read on only when memory for the longest one is reserved', async () => {
    let grant: () => void = () => undefined;
    const reserved: number[] = [];
    const reserve = (bytes: number): Promise<void> => {
      reserved.push(bytes);
      return new Promise<void>((resolve) => (grant = resolve));
    };
    const { body, result } = receiving(undefined, { reserve });
    body.write(Buffer.alloc(70_000));
    await sleep(5);
    expect(reserved).toEqual([150_000]);
    expect(body.isPaused()).toBe(true);
    grant();
    body.end(Buffer.alloc(70_000));
    expect(await result).toHaveLength(140_000);
    expect(reserved).toHaveLength(1);
  });

  it('fails when no memory becomes free', async () => {
    const { body, result } = receiving(undefined, { reserve: () => Promise.reject(new Error('full')) });
    body.write(Buffer.alloc(70_000));
    await expect(result).rejects.toThrow('full');
  });

  it('is at most as long as its path allows', async () => {
    const { body, result } = receiving(undefined);
    body.write(Buffer.alloc(200_001));
    await expect(result).rejects.toMatchObject({
      code: 'too-large',
      message: 'The body is larger than the 200000 bytes that this path allows.',
    });
  });
});
