import {
  APICallError,
  InvalidPromptError,
  LoadAPIKeyError,
  TypeValidationError,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { CallLimits } from '#src/ai-sdk/call-limits.js';
import { cancelled } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';
import { defaultTimeouts } from '#src/transport/upstream-options.js';
import { codeOf, delivered, FakeModel, finish, modelFor, run, type FakeReply } from './fake-model.js';

const errorText = 'WORDS OF THE UPSTREAM';
const good: readonly LanguageModelV4StreamPart[] = [
  { type: 'text-delta', id: 't', delta: 'fine' },
  { type: 'text-end', id: 't' },
  finish(),
];

const refusing =
  (
    statusCode: number | undefined,
    more: { headers?: Record<string, string>; body?: string; cause?: unknown } = {},
  ): FakeReply =>
  () => {
    throw new APICallError({
      message: errorText,
      url: 'https://upstream.test/?key=SECRET',
      requestBodyValues: { prompt: 'PROMPT' },
      ...(statusCode === undefined ? {} : { statusCode }),
      responseHeaders: more.headers ?? {},
      responseBody: more.body ?? JSON.stringify({ error: { message: errorText } }),
      cause: more.cause,
    });
  };

describe('what a package throws', () => {
  it.each([
    [400, 'invalid-request'],
    [409, 'conflict'],
    [401, 'upstream-failed'],
    [403, 'upstream-failed'],
    [404, 'upstream-failed'],
    [413, 'too-large'],
    [429, 'rate-limited'],
    [500, 'upstream-failed'],
    [503, 'overloaded'],
    [529, 'overloaded'],
  ])("maps status %i to %s without the upstream's text in the message", async (status, code) => {
    const outcome = await run(modelFor(new FakeModel([refusing(status, { headers: { 'retry-after': '30' } })])));
    expect(codeOf(outcome)).toBe(code);
    expect(String(outcome.error)).not.toMatch(/WORDS|SECRET|PROMPT/);
  });

  it('never quotes the request or its address, not even for the log', async () => {
    const replies: FakeReply[] = [
      refusing(500),
      refusing(undefined),
      () => {
        throw new InvalidPromptError({ prompt: 'PROMPT', message: 'PROMPT' });
      },
      () => {
        throw new LoadAPIKeyError({ message: 'SECRET' });
      },
      () => {
        throw new Error('PROMPT');
      },
      () => {
        throw 'PROMPT';
      },
    ];
    for (const reply of replies) {
      const { error } = await run(modelFor(new FakeModel([reply]), { retries: 0 }));
      const { message: text, cause } = error as Error;
      expect(text).not.toMatch(/WORDS|SECRET|PROMPT/);
      expect(JSON.stringify(cause)).not.toMatch(/SECRET|PROMPT/);
    }
  });

  it("preserves the upstream's retry-after", async () => {
    const { error } = await run(modelFor(new FakeModel([refusing(429, { headers: { 'retry-after': '7' } })])));
    expect(error).toMatchObject({ code: 'rate-limited', retryAfter: 7 });
    const inMilliseconds = await run(
      modelFor(new FakeModel([refusing(429, { headers: { 'retry-after-ms': '6100' } })])),
    );
    expect(inMilliseconds.error).toMatchObject({ code: 'rate-limited', retryAfter: 6.1 });
  });

  it("is the client's error when the package cannot forward the request", async () => {
    const model = new FakeModel([
      () => {
        throw new InvalidPromptError({ prompt: '', message: '' });
      },
    ]);
    expect((await run(modelFor(model))).error).toMatchObject({ code: 'unsupported', retryable: false });
    expect(model.calls).toHaveLength(1);
  });

  it('about a connection that took too long to open is a time-out', async () => {
    const cause = Object.assign(new Error('connect'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
    expect(
      codeOf(
        await run(
          modelFor(new FakeModel([refusing(undefined, { cause: new TypeError('fetch failed', { cause }) })]), {
            retries: 0,
          }),
        ),
      ),
    ).toBe('timed-out');
  });
});

describe('one layer of retries', () => {
  it('retries when no output arrived', async () => {
    const model = new FakeModel([refusing(undefined), good]);
    delivered(await run(modelFor(model)));
    expect(model.calls).toHaveLength(2);
  });

  it('waits for a short retry-after and returns a long one to the client', async () => {
    const short = new FakeModel([refusing(503, { headers: { 'retry-after': '0' } }), good]);
    delivered(await run(modelFor(short)));
    const long = new FakeModel([refusing(503, { headers: { 'retry-after': '60' } }), good]);
    expect(codeOf(await run(modelFor(long)))).toBe('overloaded');
    expect(long.calls).toHaveLength(1);
  });

  it('is read out of an event that the package does not know', async () => {
    const error = new TypeValidationError({
      value: { error: { message: errorText, code: 503, status: 'UNAVAILABLE' } },
      cause: new Error('unknown'),
    });
    const outcome = await run(modelFor(new FakeModel([[{ type: 'error', error }]]), { retries: 0 }));
    expect(codeOf(outcome)).toBe('overloaded');
  });

  it('never asks again after the first event, nor when it is switched off', async () => {
    const model = new FakeModel([
      [good[0] as LanguageModelV4StreamPart, { type: 'error', error: { message: errorText, code: 503 } }],
    ]);
    expect(codeOf(await run(modelFor(model)))).toBe('overloaded');
    const off = new FakeModel([refusing(undefined), good]);
    expect(codeOf(await run(modelFor(off, { retries: 0 })))).toBe('upstream-failed');
    expect([model.calls.length, off.calls.length]).toEqual([1, 1]);
  });
});

describe('an input that exceeds the context', () => {
  const overflow = refusing(400, {
    body: JSON.stringify({
      error: { message: "This model's maximum context length is 100 tokens", code: 'context_length_exceeded' },
    }),
  });
  const long = ['a', 'b', 'c', 'd', 'e'].flatMap((text) => [message('user', text), message('assistant', text)]);

  it("is the client's to solve", async () => {
    expect(codeOf(await run(modelFor(new FakeModel([overflow, good])), buildRequest(long)))).toBe('context-overflow');
  });

  it('is truncated by complete turns with a warning when the request allows it', async () => {
    const model = new FakeModel([overflow, overflow, good]);
    const { events } = await run(modelFor(model), buildRequest(long, { truncation: 'auto' }));
    expect(model.calls.map(({ prompt }) => prompt.length)).toEqual([10, 4, 2]);
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'dropped', param: 'messages' }] });
  });

  it('only because of its output limit gets the remaining tokens as limit', async () => {
    const crowded = refusing(400, {
      body: JSON.stringify({
        error: {
          message:
            "This model's maximum context length is 100 tokens. However, you requested 130 tokens (70 in the messages, 60 in the completion).",
        },
      }),
    });
    const model = new FakeModel([crowded, [good[0] as LanguageModelV4StreamPart, finish('length')]]);
    const { end } = delivered(await run(modelFor(model), buildRequest('hi', { limits: { maxOutputTokens: 60 } })));
    expect(model.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([60, 30]);
    expect(end.finishReason.unified).toBe('context-window');
  });
});

describe('an optional parameter that the model does not support', () => {
  const refusal = (text: string): FakeReply => refusing(400, { body: JSON.stringify({ message: text }) });

  it('is omitted with a warning to the client', async () => {
    const model = new FakeModel([
      refusal('The model returned the following errors: `temperature` is deprecated for this model.'),
      refusal('This model does not support the effort parameter.'),
      good,
    ]);
    const { error, events } = await run(
      modelFor(model, { retries: 0 }),
      buildRequest('hello', {
        sampling: { temperature: 0.2, topP: 0.9 },
        reasoning: { enabled: true, effort: 'high' },
      }),
    );
    expect(error).toBeUndefined();
    expect(model.calls.at(-1)).toMatchObject({ topP: 0.9 });
    expect(model.calls.at(-1)?.temperature).toBeUndefined();
    expect(events[0]).toMatchObject({
      warnings: expect.arrayContaining(
        ['temperature', 'reasoning'].map((param) => expect.objectContaining({ kind: 'ignored', param }) as unknown),
      ) as unknown,
    });
  });
});

describe('an optional parameter that the model has rejected before', () => {
  it('is omitted from the next request of that form from the start, with a warning to the client', async () => {
    const model = new FakeModel([
      refusing(400, { body: JSON.stringify({ message: '`temperature` is deprecated for this model.' }) }),
      good,
      good,
    ]);
    const languageModel = modelFor(model, { retries: 0 });
    for (const text of ['one', 'two']) {
      const { events } = await run(languageModel, buildRequest(text, { sampling: { temperature: 0.2 } }));
      expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'temperature' }] });
    }
    expect(model.calls.map(({ temperature }) => temperature)).toEqual([0.2, undefined, undefined]);
  });
});

describe('an error inside the stream', () => {
  it.each([
    ['an object with a status', { message: errorText, code: 429 }, 'rate-limited'],
    ['an object without one', { message: errorText }, 'upstream-failed'],
    ['a text', errorText, 'upstream-failed'],
    ['an error of the package', new Error(errorText), 'upstream-failed'],
    ['nothing', undefined, 'upstream-failed'],
  ])('that is %s ends it', async (_, error, code) => {
    const outcome = await run(modelFor(new FakeModel([[{ type: 'error', error }, ...good]])));
    expect(codeOf(outcome)).toBe(code);
    expect(String(outcome.error)).not.toContain(errorText);
  });
});

describe('a response that proves invalid at its end', () => {
  it.each<[string, readonly LanguageModelV4StreamPart[]]>([
    ['because the upstream gave up', [finish('error')]],
    [
      'because the finish reason is missing',
      [{ ...finish('other'), finishReason: { unified: 'other', raw: undefined } } as LanguageModelV4StreamPart],
    ],
  ])('still reports usage: %s', async (_, end) => {
    const { events, error } = await run(modelFor(new FakeModel([[good[0] as LanguageModelV4StreamPart, ...end]])));
    expect(error).toMatchObject({ code: 'upstream-failed' });
    expect(events.at(-1)).toMatchObject({
      type: 'generation-usage',
      usage: { inputTokens: 9, outputTokens: 7, cachedInputTokens: 3 },
    });
  });
});

describe('a package that ignores its signal', () => {
  const deaf = (): Promise<never> => new Promise(() => undefined);
  const stuck = new ReadableStream<LanguageModelV4StreamPart>({
    start: (controller) => controller.enqueue({ type: 'text-delta', id: 't', delta: 'and' }),
    pull: deaf,
    cancel: deaf,
  });

  it('is abandoned in time while it opens and while it streams', async () => {
    for (const model of [Object.assign(new FakeModel([good]), { doStream: deaf }), new FakeModel([() => stuck])]) {
      const controller = new AbortController();
      const running = run(modelFor(model), 'hello', controller.signal);
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.abort();
      expect(codeOf(await running)).toBe('cancelled');
    }
  });

  it('is not awaited for its supported URLs beyond a timeout, and responds without them', async () => {
    const silent = Object.assign(new FakeModel([good]), { supportedUrls: deaf() });
    const controller = new AbortController();
    const running = run(modelFor(silent), 'hello', controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect(codeOf(await running)).toBe('cancelled');
    delivered(await run(modelFor(silent)));
  });

  it.each([
    ['to begin', { firstToken: 20 }, 'The upstream did not start its response in time.'],
    ['in all', { total: 20 }, 'The upstream did not complete its response in time.'],
  ])('may take only so long %s', async (_, timeouts, text) => {
    const { error } = await run(modelFor(Object.assign(new FakeModel([good]), { doStream: deaf }), { timeouts }));
    expect(error).toMatchObject({ code: 'timed-out', message: text });
  });

  it('may be silent only so long in the middle', async () => {
    const silent = new ReadableStream<LanguageModelV4StreamPart>({
      start: (controller) => controller.enqueue({ type: 'text-delta', id: 't', delta: 'and' }),
      pull: deaf,
    });
    expect((await run(modelFor(new FakeModel([() => silent]), { timeouts: { idle: 20 } }))).error).toMatchObject({
      code: 'timed-out',
    });
  });
});

it('a reader that takes its time is no silence', async () => {
  const languageModel = modelFor(new FakeModel([good]), { timeouts: { idle: 20 } });
  const { buildContext } = await import('@org/engine/testing');
  let last = '';
  for await (const { type } of languageModel.generate(buildRequest('hello'), buildContext())) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    last = type;
  }
  expect(last).toBe('generation-end');
});

it('leaves no timer for a call that is aborted in the queue', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const controller = new AbortController();
  const limits = new CallLimits(defaultTimeouts, [
    { signal: AbortSignal.abort(), error: cancelled },
    { signal: controller.signal, error: cancelled },
  ]);
  expect(limits.failure).toMatchObject({ code: 'cancelled' });
  limits.started();
  expect(timers()).toBe(before);
});
