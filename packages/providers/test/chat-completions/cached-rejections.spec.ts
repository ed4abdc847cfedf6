import type { JsonObject } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { run, useLive } from './live.js';

const live = useLive();

/** An upstream that rejects requests as long as `errorText` returns a text for them. */
function play(rejectionText: (body: JsonObject) => string | undefined): void {
  live.upstream.play((call) => {
    const errorText = rejectionText(call.body);
    if (errorText === undefined) call.finish();
    else call.reply(400, { error: { message: errorText } });
  });
}

const unsupported = (name: string): string => `Unsupported parameter: '${name}' is not supported with this model.`;

describe('a remembered upstream rejection', () => {
  it('applies to the next requests of that form from the start, with a warning to each client', async () => {
    play(({ temperature, stream_options: options, max_tokens: cap }) =>
      temperature === undefined
        ? options === undefined
          ? cap === undefined
            ? undefined
            : unsupported('max_tokens')
          : unsupported('stream_options')
        : unsupported('temperature'),
    );
    const languageModel = live.languageModel({ retries: 0 });
    const wanted = (text: string) =>
      buildRequest(text, { sampling: { temperature: 0.2 }, limits: { maxOutputTokens: 50 } });
    const before = live.count;
    for (const text of ['one', 'two', 'three']) {
      const { error, events } = await run(languageModel, wanted(text));
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'temperature' }] });
    }
    expect(live.count - before).toBe(4 + 2);
    expect(live.upstream.records.at(-1)?.body).toMatchObject({ max_completion_tokens: 50 });
  });

  it('is an effort, an output limit or a reasoning limit', async () => {
    play(({ reasoning_effort: effort, max_tokens: cap, thinking_token_budget: budget }) => {
      if (effort === 'high') return 'Unexpected reasoning effort high. Supported types are low and medium.';
      if (budget !== undefined) return 'thinking_token_budget is set but reasoning_config is not configured.';
      return Number(cap) > 1000 ? 'max_tokens must be less than or equal to 1000' : undefined;
    });
    const languageModel = live.languageModel({ retries: 0, profile: 'vllm' });
    const request = (cap: number) =>
      buildRequest('hello', {
        reasoning: { enabled: true, effort: 'high', budgetTokens: 500 },
        limits: { maxOutputTokens: cap },
      });
    await run(languageModel, request(5000));
    const before = live.count;
    const { events } = await run(languageModel, request(4000));
    expect(events[0]).toMatchObject({
      warnings: expect.arrayContaining([
        { kind: 'clamped', param: 'max_tokens', message: 'The model generates at most 1000 tokens.' },
      ]) as unknown,
    });
    await run(languageModel, request(200));
    expect(
      live.upstream.records
        .slice(before)
        .map(({ body }) => [body['reasoning_effort'], body['max_tokens'], body['thinking_token_budget']]),
    ).toEqual([
      ['medium', 1000, undefined],
      ['medium', 200, undefined],
    ]);
  });

  it('does not apply to other backends and other forms', async () => {
    play(({ reasoning_effort: effort, tools }) =>
      effort !== undefined && tools !== undefined ? unsupported('reasoning_effort') : undefined,
    );
    const languageModel = live.languageModel({ retries: 0, profile: 'openai' });
    const reasoning = { enabled: true, effort: 'high' } as const;
    await run(languageModel, buildRequest('hello', { reasoning, tools: [functionTool('look')] }));
    await run(languageModel, buildRequest('hello', { reasoning }));
    expect(live.upstream.records.at(-1)?.body['reasoning_effort']).toBe('high');
    const before = live.count;
    await run(
      live.languageModel({ retries: 0, profile: 'openai' }),
      buildRequest('hello', { reasoning, tools: [functionTool('look')] }),
    );
    expect(live.count - before).toBe(2);
  });

  it('is not concluded from a request that failed all the same', async () => {
    const refused = { always: true };
    play(({ temperature }) =>
      temperature !== undefined ? unsupported('temperature') : refused.always ? 'No.' : undefined,
    );
    const languageModel = live.languageModel({ retries: 0 });
    const request = buildRequest('hello', { sampling: { temperature: 0.2 } });
    await run(languageModel, request);
    refused.always = false;
    const before = live.count;
    await run(languageModel, request);
    expect(live.count - before).toBe(2);
  });

  it('is not a value: that of another client may be fine', async () => {
    play(({ temperature }) => (Number(temperature) > 1.5 ? 'temperature must be at most 1.5, got 2.' : undefined));
    const languageModel = live.languageModel({ retries: 0 });
    await run(languageModel, buildRequest('hello', { sampling: { temperature: 2 } }));
    await run(languageModel, buildRequest('hello', { sampling: { temperature: 0.3 } }));
    expect(live.upstream.records.slice(-2).map(({ body }) => body['temperature'])).toEqual([undefined, 0.3]);
  });

  it('excludes a schema that cannot become a grammar: those of other requests may work', async () => {
    play((body) =>
      JSON.stringify(body).includes('(?!') ? 'Failed to initialize samplers: failed to parse grammar' : undefined,
    );
    const languageModel = live.languageModel({ retries: 0 });
    const withPattern = (pattern: string) =>
      buildRequest('hello', {
        tools: [
          { ...functionTool('look'), inputSchema: { type: 'object', properties: { at: { type: 'string', pattern } } } },
        ],
      });
    await run(languageModel, withPattern('^(?!x)'));
    await run(languageModel, withPattern('^x$'));
    expect(JSON.stringify(live.upstream.records.at(-1)?.body)).toContain('^x$');
  });

  it.each([
    [
      'a library in Python',
      (body: JsonObject) =>
        `[{'type': 'value_error', 'loc': ('body',), 'msg': 'Value error, temperature must be at most 1', 'input': ${JSON.stringify(body).replaceAll('"', "'")}}]`,
    ],
    [
      'one in JSON',
      (body: JsonObject) => `temperature must be at most 1: ${JSON.stringify([{ type: 'value_error', input: body }])}`,
    ],
    [
      'one that quotes a text',
      (body: JsonObject) =>
        JSON.stringify({ detail: [{ msg: 'temperature must be at most 1', input: JSON.stringify(body['messages']) }] }),
    ],
    [
      'pydantic in words',
      (body: JsonObject) =>
        `1 validation error for Request\n  Value error, temperature must be at most 1 [type=value_error, input_value=${JSON.stringify(body).replaceAll('"', "'")}, input_type=dict]\n`,
    ],
    [
      'llama.cpp',
      (body: JsonObject) => `temperature must be at most 1; messages = ${JSON.stringify(body['messages'], null, 2)}`,
    ],
    [
      'a server that appends it to a long text',
      (body: JsonObject) => `temperature must be at most 1 ${'.'.repeat(10_000)} ${JSON.stringify(body)}`,
    ],
  ])('is not what a client wrote, which %s repeats', async (_, repeating) => {
    play((body) => (body['temperature'] === undefined ? undefined : repeating(body)));
    const languageModel = live.languageModel({ retries: 0, profile: 'vllm' });
    const request = (text: string) =>
      buildRequest(text, {
        sampling: { temperature: 2 },
        reasoning: { enabled: true, effort: 'high' },
        tools: [functionTool('look')],
      });
    await run(languageModel, request('It says: reasoning effort must be low. And: System role not supported!'));
    await run(languageModel, request('hello'));
    expect(live.upstream.records.at(-1)?.body['reasoning_effort']).toBe('high');
  });
});
