import { EngineError } from '#src/errors/engine-error.js';
import { replay } from '#src/model/replay.js';
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import type { ScriptStep } from '#src/testing/scripted/script.js';
import { buildContext, buildRequest, buildResult, functionTool, readAll } from '#src/testing/builders.js';
import { describeLanguageModelContract } from '#src/testing/contracts/language-model-contract.js';

const slowly = (steps: Iterable<ScriptStep>, ms: number): ScriptStep[] =>
  [...steps].flatMap((step) => [step, { type: 'delay', ms }]);
const call = buildResult([
  { type: 'tool-call', callId: 'call_1', name: 'look', kind: 'function', argumentsText: '{"at":1.0}' },
]);

const rules = {
  rules: [
    { when: 'slow', steps: slowly(replay(buildResult(['a'.repeat(40)]), 1), 100) },
    { when: /\bother\b/, steps: [...replay(buildResult(['another answer']), 4)] },
    { when: 'tool', steps: [...replay(call, 5)] },
    {
      when: 'fail',
      steps: [...replay(buildResult(['half']), 2)]
        .slice(0, 3)
        .concat({ type: 'throw', error: new TypeError('x is undefined') } as never),
    },
  ],
  otherwise: [...replay(buildResult(['a plain answer']), 3)],
};

describeLanguageModelContract('scripted', {
  create: () => createScriptedModel({ id: 'script', script: rules }),
  requests: {
    text: buildRequest('hello'),
    otherText: buildRequest('the other one'),
    slow: buildRequest('slow'),
    toolCall: buildRequest('tool', { tools: [functionTool('look')] }),
    failing: buildRequest('fail'),
  },
});

describe('the scripted language model', () => {
  it('plays a list of steps for every request', async () => {
    const languageModel = createScriptedModel({ id: 'script', script: [...replay(buildResult(['hi']))] });
    const { result } = await readAll(languageModel.generate(buildRequest('anything'), buildContext()));
    expect(result.parts).toEqual([{ type: 'text', text: 'hi' }]);
  });

  it('asks a function for the steps', async () => {
    const languageModel = createScriptedModel({
      id: 'script',
      script: (request) => [...replay(buildResult([request.model]))],
    });
    const { result } = await readAll(languageModel.generate(buildRequest('', { model: 'some-model' }), buildContext()));
    expect(result.parts).toEqual([{ type: 'text', text: 'some-model' }]);
  });

  it('reads the last user message only', async () => {
    const languageModel = createScriptedModel({ id: 'script', script: rules });
    const request = buildRequest([...buildRequest('fail').messages, ...buildRequest('other').messages]);
    const { result } = await readAll(languageModel.generate(request, buildContext()));
    expect(result.parts).toEqual([{ type: 'text', text: 'another answer' }]);
  });

  it('throws the error of its script', async () => {
    const error = new EngineError('overloaded', 'busy');
    const languageModel = createScriptedModel({ id: 'script', script: [{ type: 'throw', error }] });
    await expect(readAll(languageModel.generate(buildRequest(''), buildContext()))).rejects.toBe(error);
  });
});
