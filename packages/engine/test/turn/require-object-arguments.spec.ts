// Arguments that a model wrote and that are no JSON object.
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import type { FinishReason } from '#src/model/finish-reason.js';
import { replay } from '#src/model/replay.js';
import { buildContext, buildRequest, buildResult, functionTool, message, readAll } from '#src/testing/builders.js';
import { requireObjectArguments } from '#src/turn/require-object-arguments.js';
import { runTurn } from '#src/turn/run-turn.js';
import type { TurnRequest } from '#src/turn/turn-request.js';

const context = buildContext({ owner: 'ada' });
const usage = { inputTokens: 9, outputTokens: 7, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };

function runWithArguments(
  argumentsText: string,
  objectArguments: boolean,
  unified: FinishReason['unified'] = 'tool-calls',
  kind: 'function' | 'custom' = 'function',
) {
  const result = buildResult([{ type: 'tool-call', callId: 'c', name: 'f', kind, argumentsText }], {
    usage,
    finishReason: { unified },
  });
  const languageModel = createScriptedModel({ id: 'm', script: [...replay(result, 3)] });
  const input = [message('user', 'Hi')];
  const turn: TurnRequest = {
    dialect: 'messages',
    generation: buildRequest(input, { tools: [functionTool('f')] }),
    instructions: [],
    input,
    state: { store: false },
    warnings: [],
    objectArguments,
  };
  const store = { getChain: async () => undefined, findMissingLink: async () => undefined, putTurn: async () => true };
  return readAll(
    runTurn(turn, { registry: { resolve: () => languageModel }, store }, context, {
      id: 'a',
      createdAt: 0,
      takeSnapshot: () => ({ status: 'completed', payload: {}, items: [] }),
    }),
  );
}

const broken = ['{"x": tru', '[1]', '"text"', 'Rome', '{} {}'];

describe('Arguments that are no JSON object', () => {
  it.each(broken)('fail a response whose API cannot represent them: %s', (text) =>
    expect(runWithArguments(text, true)).rejects.toMatchObject({
      code: 'upstream-failed',
      byModel: true,
      message: expect.stringContaining('not a JSON object'),
    }),
  );

  it.each(broken)('are passed to the client unchanged on any other API: %s', async (text) => {
    const { result } = await runWithArguments(text, false);
    expect(result).toMatchObject({ parts: [{ argumentsText: text }], finishReason: { unified: 'tool-calls' } });
  });

  it('are no failure where the response was truncated, or the input is for a custom tool', async () => {
    expect((await runWithArguments('{"x": tru', true, 'length')).result.parts).toMatchObject([
      { argumentsText: '{"x": tru' },
    ]);
    expect((await runWithArguments('Rome', true, 'tool-calls', 'custom')).result.parts).toMatchObject([
      { argumentsText: 'Rome' },
    ]);
    expect((await runWithArguments('{"x": {}}', true)).result.usage).toEqual(usage);
  });

  it('are reported after their usage, and the model is stopped', async () => {
    const remaining: string[] = [];
    async function* script() {
      try {
        yield* replay(
          buildResult([{ type: 'tool-call', callId: 'c', name: 'f', kind: 'function', argumentsText: 'Rome' }], {
            usage,
            finishReason: { unified: 'tool-calls' },
          }),
          3,
        );
      } finally {
        remaining.push('model');
      }
    }
    const seen: unknown[] = [];
    await expect(
      (async () => {
        for await (const event of requireObjectArguments(script())) seen.push(event);
      })(),
    ).rejects.toMatchObject({ byModel: true });
    expect(seen.at(-1)).toEqual({ type: 'generation-usage', usage });
    expect(remaining).toEqual(['model']);
  });
});
