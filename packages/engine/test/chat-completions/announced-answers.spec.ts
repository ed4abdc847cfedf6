// Servers that say at once who will speak, and only then have the request wait for its turn, or find out that they cannot answer it:
// `transformers serve` does.
import type { JsonObject } from '#src/model/json.js';
import { buildRequest } from '#src/testing/builders.js';
import type { UpstreamCall } from '#src/testing/upstream/scripted-upstream.js';
import { run, until, useLive } from './live.js';

const live = useLive();

const announce = (call: UpstreamCall, delta: JsonObject = { role: 'assistant' }): void => {
  call.begin();
  call.chunk({ choices: [{ delta, index: 0 }], created: 1795796986, model: 'acme/demo@main', object: 'chat.completion.chunk', system_fingerprint: '' });
};

describe('an answer of which no more is told than who will speak', () => {
  it.each<[string, JsonObject]>([
    ['alone', { role: 'assistant' }],
    ['with members that say nothing', { role: 'assistant', content: '', reasoning_content: null, tool_calls: [] }],
  ])('has not begun: %s', async (_, delta) => {
    live.upstream.play(async (call) => {
      announce(call, delta);
      await call.pause(300);
      call.delta({ content: 'Hi' });
      call.finish();
    });
    const { text, error } = await run(live.generator({ retries: 0, timeouts: { firstToken: 5000, idle: 100 } }), buildRequest('hello'));
    expect([text, error]).toEqual(['Hi', undefined]);
  });

  it('can be asked for again with less, where an error that follows says what was too much', async () => {
    live.upstream.play((call) => {
      if (call.record.body['temperature'] === undefined) {
        call.delta({ content: 'Hi' });
        call.finish();
        return;
      }
      announce(call);
      call.chunk({ error: { message: "Unsupported parameter: 'temperature' is not supported with this model.", code: 400 } });
    });
    const { text, events, error } = await run(live.generator({ retries: 0 }), buildRequest('hello', { sampling: { temperature: 1 } }));
    expect([text, error]).toEqual(['Hi', undefined]);
    expect(events[0]).toMatchObject({ type: 'generation-start', warnings: [{ kind: 'ignored', param: 'temperature' }] });
  });

  it('has none of its events where its server dies then', async () => {
    live.upstream.play(async (call) => {
      announce(call);
      await call.pause(20);
      call.reset();
    });
    const { events, error } = await run(live.generator({ retries: 0 }), buildRequest('hello'));
    expect([events, error]).toEqual([[], expect.objectContaining({ code: 'upstream-failed' })]);
    await until(() => live.upstream.open === 0);
  });

  it('may be an answer of nothing', async () => {
    live.upstream.play((call) => {
      announce(call);
      call.finish('stop', { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 });
    });
    const { events, error } = await run(live.generator({ retries: 0 }), buildRequest('hello'));
    expect(error).toBeUndefined();
    expect(events).toMatchObject([{ type: 'generation-start' }, { type: 'generation-end', finishReason: { unified: 'stop' }, usage: { inputTokens: 9, outputTokens: 1 } }]);
  });
});
