// An upstream receives its own signatures back but can no longer verify them: a gateway uses another account.
import type { JsonObject } from '@org/engine';
import { buildContext, buildRequest, functionTool, message, readAll } from '@org/engine/testing';
import { run, useLive } from './live.js';

const live = useLive();
const tools = [functionTool('look')];
const call = (more: object): JsonObject => ({
  tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'look', arguments: '{}' }, ...more }],
});
const signed = { extra_content: { google: { thought_signature: 'SIG' } } };

describe('signatures that an upstream rejects', () => {
  it.each<[string, JsonObject, string]>([
    ['signatures of Gemini', call(signed), 'Corrupted thought signature.'],
    ['signatures of Gemini, in other words', call(signed), 'Thought signature is not valid'],
    [
      'signatures of OpenAI, through OpenRouter',
      {
        ...call({}),
        reasoning_details: [
          { type: 'reasoning.encrypted', data: 'SIG', id: 'rs_1', format: 'openai-responses-v1', index: 0 },
        ],
      },
      'invalid_encrypted_content: The encrypted content for item rs_1 could not be verified. Reason: Encrypted content item_id did not match the target item id.',
    ],
  ])('are left out of that conversation only: %s', async (_, delta, errorText) => {
    const languageModel = live.languageModel({ retries: 0 });
    live.upstream.play((one) => {
      one.delta(delta);
      one.finish('tool_calls');
    });
    const { result } = await readAll(languageModel.generate(buildRequest('Look.', { tools }), buildContext()));
    const next = buildRequest(
      [
        message('user', 'Look.'),
        { role: 'assistant', parts: result.parts },
        message('tool', {
          type: 'tool-result',
          callId: 'a',
          kind: 'function',
          content: [{ type: 'text', text: 'seen' }],
        }),
      ],
      { tools },
    );
    live.upstream.play((one) => {
      if (JSON.stringify(one.body).includes('SIG')) one.reply(400, { error: { message: errorText, code: 400 } });
      else one.finish();
    });
    const before = live.count;
    const { events, error } = await run(languageModel, next);
    expect(error).toBeUndefined();
    expect(
      JSON.stringify(events).split('The upstream can no longer verify the reasoning of earlier responses').length - 1,
    ).toBe(1);
    expect(live.count - before).toBe(2);
    live.upstream.play();
    expect(await run(languageModel, next)).toMatchObject({ error: undefined });
    expect(JSON.stringify(live.upstream.records.at(-1)?.body)).toContain('SIG');
  });
});
