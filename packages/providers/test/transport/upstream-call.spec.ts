import { setTimeout as sleep } from 'node:timers/promises';
import type { ResponseDecoder, EmitEvent } from '#src/transport/response-decoder.js';
import { UpstreamCall } from '#src/transport/upstream-call.js';
import { emptyUsage } from '@org/engine';
import { eventually } from '@org/engine/testing';

const noLimits = { connect: 0, firstToken: 0, idle: 0, total: 0, queue: 0 };
const megabyte = Buffer.alloc(1024 * 1024, ':');

/** Reads only `done`: the end of the response. */
class UntilDone implements ResponseDecoder {
  done = false;
  readonly stopped = false;

  constructor(readonly emit: EmitEvent) {}

  push(chunk: Uint8Array): void {
    if (Buffer.from(chunk).toString() !== 'done') return;
    this.done = true;
    this.emit({ type: 'generation-end', finishReason: { unified: 'stop' }, usage: emptyUsage });
  }

  end(): void {}
  pushDocument(): void {}
}

/** The same, with 6 ms for each chunk. */
class SlowUntilDone extends UntilDone {
  override push(chunk: Uint8Array): void {
    for (const startedAt = performance.now(); performance.now() - startedAt < 6;);
    super.push(chunk);
  }
}

function start(): { call: UpstreamCall; send(chunk: Buffer): void; aborted: Error[] } {
  const aborted: Error[] = [];
  const controller = {
    paused: false,
    aborted: false,
    reason: null,
    pause: () => undefined,
    resume: () => undefined,
    abort: (reason: Error) => void aborted.push(reason),
  };
  const call = new UpstreamCall(
    (emit) => new UntilDone(emit),
    noLimits,
    () => undefined,
  );
  call.onRequestStart(controller);
  call.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
  return { call, send: (chunk) => call.onResponseData(controller, chunk), aborted };
}

/** Decodes many events from every chunk, slowly, so that the upstream must wait. */
class Laborious implements ResponseDecoder {
  readonly done = false;
  readonly stopped = false;

  constructor(readonly emit: EmitEvent) {}

  push(): void {
    for (const startedAt = performance.now(); performance.now() - startedAt < 6;);
    for (let index = 0; index < 100; index += 1)
      this.emit({ type: 'part-delta', index: 0, delta: { type: 'text', text: 'a' } });
  }

  end(): void {}
  pushDocument(): void {}
}

/** Decodes one event from every chunk. */
class OneEach implements ResponseDecoder {
  readonly done = false;
  readonly stopped = false;

  constructor(readonly emit: EmitEvent) {}

  push(): void {
    this.emit({ type: 'part-delta', index: 0, delta: { type: 'text', text: 'a' } });
  }

  end(): void {}
  pushDocument(): void {}
}

/** Concatenates what it reads, and takes 6 ms for each chunk. */
class SlowText implements ResponseDecoder {
  readonly done = false;
  readonly stopped = false;

  constructor(readonly emit: EmitEvent) {}

  push(chunk: Uint8Array): void {
    for (const startedAt = performance.now(); performance.now() - startedAt < 6;);
    const text = Buffer.from(chunk).toString('latin1', 0, 1);
    this.emit({ type: 'part-delta', index: 0, delta: { type: 'text', text } });
  }

  end(): void {}
  pushDocument(): void {}
}

describe('long chunks of several upstreams that arrive at once', () => {
  const open = () => {
    const controller = {
      paused: false,
      aborted: false,
      reason: null,
      abort: () => undefined,
      pause: () => void (controller.paused = true),
      resume: () => void (controller.paused = false),
    };
    const call = new UpstreamCall(
      (emit) => new SlowText(emit),
      noLimits,
      () => undefined,
    );
    call.onRequestStart(controller);
    call.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
    return { call, controller, send: (text: string) => call.onResponseData(controller, Buffer.alloc(20_000, text)) };
  };
  const textOf = (events: Awaited<ReturnType<UpstreamCall['next']>>): string =>
    events
      .map((event) => (event.type === 'part-delta' && event.delta.type === 'text' ? event.delta.text : ''))
      .join('');

  it('are decoded in different turns of the event loop', async () => {
    const upstreams = Array.from({ length: 4 }, open);
    for (const { send } of upstreams) send('a');
    expect(upstreams.map(({ controller }) => controller.paused)).toEqual([false, true, true, true]);
    const received = await Promise.all(upstreams.map(({ call }) => call.next()));
    expect(received.map(textOf)).toEqual(['a', 'a', 'a', 'a']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(upstreams.map(({ controller }) => controller.paused)).toEqual([false, false, false, false]);
  });

  it('are decoded in their order, also where the response ends first', async () => {
    const [first, second] = [open(), open()];
    first.send('a');
    for (const text of ['b', 'c', 'd']) second.send(text);
    second.call.onResponseEnd();
    expect(textOf(await second.call.next())).toBe('bcd');
  });
});

describe('a line of an upstream that is longer than what waits for the consumer', () => {
  it('is read on, because no event is there that the consumer could take', async () => {
    const controller = {
      paused: false,
      aborted: false,
      reason: null,
      abort: () => undefined,
      pause: () => void (controller.paused = true),
      resume: () => void (controller.paused = false),
    };
    const call = new UpstreamCall(
      (emit) => new SlowUntilDone(emit),
      noLimits,
      () => undefined,
    );
    call.onRequestStart(controller);
    call.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
    for (let chunks = 0; chunks < 10; chunks += 1) {
      // The second one waits for a turn of its own.
      for (let count = 0; count < 2; count += 1) call.onResponseData(controller, Buffer.alloc(20_000, ':'));
      await eventually(() => !controller.paused, 2_000);
    }
    call.onResponseData(controller, Buffer.from('done'));
    expect(await call.next()).toHaveLength(1);
  });
});

describe('an upstream response', () => {
  it('that is always available before it is read yields to other tasks', async () => {
    const chunk = Buffer.from('a');
    const controller = {
      paused: false,
      aborted: false,
      reason: null,
      abort: () => undefined,
      pause: () => void (controller.paused = true),
      resume: () => {
        controller.paused = false;
        call.onResponseData(controller, chunk);
      },
    };
    const call = new UpstreamCall(
      (emit) => new Laborious(emit),
      noLimits,
      () => undefined,
    );
    call.onRequestStart(controller);
    call.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
    call.onResponseData(controller, chunk);
    let others = 0;
    const turn = (): void => {
      others += 1;
      if (others < 100) setImmediate(turn);
    };
    setImmediate(turn);
    for (let read = 0; read < 5; read += 1) expect(await call.next()).toHaveLength(100);
    expect(others).toBeGreaterThanOrEqual(5);
    expect(call.failure).toBeUndefined();
    others = 100;
  });

  it('with long events waits after 128 KB that no consumer has read', async () => {
    const controller = {
      paused: false,
      aborted: false,
      reason: null,
      abort: () => undefined,
      pause: () => void (controller.paused = true),
      resume: () => void (controller.paused = false),
    };
    const call = new UpstreamCall(
      (emit) => new OneEach(emit),
      noLimits,
      () => undefined,
    );
    call.onRequestStart(controller);
    call.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
    const chunk = Buffer.alloc(65_536, 'a');
    call.onResponseData(controller, chunk);
    call.onResponseData(controller, chunk);
    expect(controller.paused).toBe(false);
    call.onResponseData(controller, chunk);
    expect(controller.paused).toBe(true);
    expect(await call.next()).toHaveLength(3);
    expect(controller.paused).toBe(false);
  });

  it('that never ends is given up before it fills the memory', () => {
    const { call, send, aborted } = start();
    for (let megabytes = 0; megabytes < 512; megabytes += 1) send(megabyte);
    expect(call.failure).toBeUndefined();
    send(megabyte);
    expect(call.failure).toMatchObject({
      kind: 'broken',
      error: { code: 'upstream-failed', message: 'The upstream sent a response that is too long.' },
    });
    expect(aborted).toHaveLength(1);
  });

  it('that is complete does not hold its connection because of trailing data', async () => {
    const { call, send, aborted } = start();
    send(Buffer.from('done'));
    for (let sent = 0; sent < 30 && aborted.length === 0; sent += 1) {
      await sleep(100);
      send(Buffer.from(': still here\n\n'));
    }
    expect(aborted).toHaveLength(1);
    expect(call.failure).toBeUndefined();
  });
});
