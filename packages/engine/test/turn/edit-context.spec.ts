// What is done to a context that has grown long.
import * as fc from 'fast-check';
import { EngineError } from '#src/errors/engine-error.js';
import { excludeSummaryUsage } from '#src/model/summary-usage.js';
import type { ClearToolResults, ContextEdit } from '#src/model/context-edit.js';
import type { GenerationRequest } from '#src/model/generation-request.js';
import { EventGrammar } from '#src/testing/event-grammar.js';
import type { Message } from '#src/model/message.js';
import type { OpaquePart, Part } from '#src/model/part.js';
import { replay } from '#src/model/replay.js';
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import type { LanguageModel } from '#src/ports/language-model.js';
import { buildContext, buildRequest, buildResult, message, readAll } from '#src/testing/builders.js';
import { countTurn } from '#src/turn/count-turn.js';
import { editContext } from '#src/turn/context-edits/edit-context.js';
import { sinceSummary } from '#src/turn/context/since-summary.js';
import { emptyResponseEvents, reportContextEdits } from '#src/turn/context-edits/report-context-edits.js';
import { checkToolPairing } from '#src/turn/context/tool-pairing.js';

const context = buildContext();
const summaryPart: OpaquePart = {
  type: 'opaque',
  dialect: 'responses',
  apiType: 'compaction',
  value: { type: 'compaction' },
};
const replacementFor = (text: string): OpaquePart => ({ ...summaryPart, text, replacesEarlier: true });

/** A model that counts every input character as a token and summarizes in one word. */
function modelFor(asked: GenerationRequest[] = [], contextLength?: number): LanguageModel {
  const scripted = createScriptedModel({
    id: 'm',
    modelInfo: contextLength === undefined ? {} : { contextLength },
    script: (request) => {
      asked.push(request);
      return [
        ...replay(
          buildResult(['Gist.'], {
            usage: { inputTokens: 40, outputTokens: 2, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
          }),
        ),
      ];
    },
  });
  return { ...scripted, countTokens: async ({ messages }) => ({ inputTokens: lengthOf(messages) }) };
}

function lengthOf(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { parts }) => sum + parts.reduce((length, part) => length + partText(part).length, 0),
    0,
  );
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return part.name + part.argumentsText;
    case 'tool-result':
      return part.content.map(partText).join('');
    case 'opaque':
      return part.text ?? '';
    case 'media':
      return '';
  }
}

const call = (callId: string, name = 'look'): Part => ({
  type: 'tool-call',
  callId,
  name,
  kind: 'function',
  argumentsText: '{"at":"the sky"}',
});
const result = (callId: string, text = 'x'.repeat(100)): Part => ({
  type: 'tool-result',
  callId,
  kind: 'function',
  content: [{ type: 'text', text }],
});
const reasoningPart = (text = 'hm, hm, hm'): Part => ({ type: 'reasoning', text });

/** A user, and `count` calls with their results. */
function toolLoop(count: number, name?: string): Message[] {
  const steps = Array.from({ length: count }, (_, index) => [
    message('assistant', call(`c${index}`, name)),
    message('tool', result(`c${index}`)),
  ]);
  return [message('user', 'Go.'), ...steps.flat()];
}

const clearing = (over: Partial<ClearToolResults> = {}): ClearToolResults => ({
  kind: 'clear-tool-results',
  trigger: { of: 'tool-calls', above: 2 },
  keep: 1,
  exceptTools: [],
  argumentsOf: 'none',
  ...over,
});

const edited = (messages: readonly Message[], ...edits: readonly ContextEdit[]) =>
  editContext(edits, { request: buildRequest(messages), languageModel: modelFor(), context });

function resultsOf(messages: readonly Message[]): string[] {
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'tool-result' ? [part.content.map(partText).join('')] : []));
}

describe('Clearing tool results', () => {
  const removed = '[This result was removed to make room.]';

  it('clears all but the newest results, and reports their number and the saved tokens', async () => {
    const messages = toolLoop(3);
    const { messages: editedMessages, applied } = await edited(messages, clearing());
    expect(resultsOf(editedMessages)).toEqual([removed, removed, 'x'.repeat(100)]);
    expect(applied).toEqual([
      { kind: 'clear-tool-results', toolCalls: 2, inputTokens: lengthOf(messages) - lengthOf(editedMessages) },
    ]);
  });

  it('waits until there are more calls than the trigger', async () => {
    expect(await edited(toolLoop(2), clearing())).toEqual({ messages: toolLoop(2), applied: [] });
  });

  it('waits until there are more input tokens than the trigger', async () => {
    const length = lengthOf(toolLoop(2));
    const at = (above: number) => clearing({ trigger: { of: 'input-tokens', above } });
    expect((await edited(toolLoop(2), at(length))).applied).toEqual([]);
    expect((await edited(toolLoop(2), at(length - 1))).applied).toMatchObject([{ toolCalls: 1 }]);
  });

  it('does nothing where it would save less than the minimum', async () => {
    const saves = 100 - removed.length;
    expect((await edited(toolLoop(3), clearing({ keep: 2, atLeast: saves + 1 }))).applied).toEqual([]);
    expect((await edited(toolLoop(3), clearing({ keep: 2, atLeast: saves }))).applied).toMatchObject([
      { inputTokens: saves },
    ]);
  });

  it('excludes the results of named tools', async () => {
    const { messages, applied } = await edited(toolLoop(3), clearing({ exceptTools: ['look'] }));
    expect({ messages, applied }).toEqual({ messages: toolLoop(3), applied: [] });
  });

  it.each([
    ['none', 'none', '{"at":"the sky"}'],
    ['all', 'all', '{}'],
    ['named', ['look'], '{}'],
    ['others', ['hear'], '{"at":"the sky"}'],
  ] as const)('clears the arguments of the configured calls: %s', async (_, argumentsOf, expected) => {
    const { messages } = await edited(toolLoop(3), clearing({ argumentsOf }));
    const texts = messages
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.type === 'tool-call' ? [part.argumentsText] : []));
    expect(texts).toEqual([expected, expected, '{"at":"the sky"}']);
  });

  it('retains every call with its result whatever is cleared, and never shows more than before', async () => {
    const property = fc.asyncProperty(fc.nat(8), fc.nat(8), fc.nat(8), async (count, keep, above) => {
      const messages = toolLoop(count);
      const { messages: editedMessages, applied } = await edited(
        messages,
        clearing({ keep, trigger: { of: 'tool-calls', above } }),
      );
      checkToolPairing(editedMessages, 'messages');
      const removedCount = count > above ? Math.max(0, count - keep) : 0;
      expect(resultsOf(editedMessages).filter((text) => text === removed)).toHaveLength(removedCount);
      expect(applied).toHaveLength(removedCount > 0 ? 1 : 0);
      expect(lengthOf(editedMessages)).toBeLessThanOrEqual(lengthOf(messages));
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

describe('Clearing reasoning', () => {
  const talk = [
    message('user', 'One?'),
    message('assistant', reasoningPart(), call('c0')),
    message('tool', result('c0')),
    message('assistant', reasoningPart(), 'One.'),
    message('user', 'Two?'),
    message('assistant', reasoningPart(), 'Two.'),
    message('user', 'Three?'),
    message('assistant', 'Three.'),
    message('user', 'Four?'),
  ];

  it('retains the newest turns with thinking, a turn with all its tool calls', async () => {
    const { messages, applied } = await edited(talk, { kind: 'clear-reasoning', keep: 1 });
    expect(messages.map(({ parts }) => parts.filter(({ type }) => type === 'reasoning').length)).toEqual([
      0, 0, 0, 0, 0, 1, 0, 0, 0,
    ]);
    expect(applied).toEqual([{ kind: 'clear-reasoning', turns: 1, inputTokens: 20 }]);
  });

  it('does nothing where all of it is retained', async () => {
    expect(await edited(talk, { kind: 'clear-reasoning', keep: 2 })).toEqual({ messages: talk, applied: [] });
  });

  it('omits a message that becomes empty', async () => {
    const { messages } = await edited(
      [message('user', 'One?'), message('assistant', reasoningPart()), message('user', 'Two?')],
      { kind: 'clear-reasoning', keep: 0 },
    );
    expect(messages).toEqual([message('user', 'One?'), message('user', 'Two?')]);
  });

  it('runs before or after other edits, each of which counts its own savings', async () => {
    const messages = [
      ...talk.slice(0, -1),
      ...toolLoop(3).map(({ role, parts }) => ({
        role,
        parts: parts.map((part) => ('callId' in part ? { ...part, callId: `l${part.callId}` } : part)),
      })),
    ];
    const { messages: editedMessages, applied } = await edited(
      messages,
      { kind: 'clear-reasoning', keep: 0 },
      clearing(),
    );
    expect(applied.map(({ kind }) => kind)).toEqual(['clear-reasoning', 'clear-tool-results']);
    expect(applied.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(
      lengthOf(messages) - lengthOf(editedMessages),
    );
  });
});

describe('Summarizing', () => {
  const talk = [
    message('system', 'Be brief.'),
    message('user', 'One?'),
    message('assistant', 'One.'.repeat(20)),
    message('user', 'Two?'),
  ];
  const summarize = { kind: 'summarize', above: 50, part: replacementFor } as const;

  it('replaces everything before the last user message by a summary', async () => {
    const asked: GenerationRequest[] = [];
    const { messages, applied, summary } = await editContext([summarize], {
      request: buildRequest(talk),
      languageModel: modelFor(asked),
      context,
    });
    const editedMessages: Part = {
      ...summaryPart,
      text: 'Summary of the conversation so far:\n\nGist.',
      replacesEarlier: true,
    };
    expect(messages).toEqual([talk[0], { role: 'user', parts: [editedMessages] }, talk[3]]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.messages.slice(0, 3)).toEqual(talk.slice(0, 3));
    expect(applied).toEqual([
      { kind: 'summarize', inputTokens: lengthOf(talk) - lengthOf(messages), usage: summary?.usage },
    ]);
    expect(summary?.part).toEqual({
      ...editedMessages,
      text: `${editedMessages.type === 'opaque' ? editedMessages.text : ''}\n\nThen:\n\nUser: Two?`,
    });
  });

  it('takes all of it where the user spoke once', async () => {
    const loop = toolLoop(3);
    const { messages, summary } = await editContext([summarize], {
      request: buildRequest(loop),
      languageModel: modelFor(),
      context,
    });
    expect(messages).toEqual([{ role: 'user', parts: [summary?.part] }]);
  });

  it('summarizes everything during tool use, because tool results can be most of it', async () => {
    const asked: GenerationRequest[] = [];
    const working = [...talk.slice(0, 3), ...toolLoop(3)];
    const { messages, summary } = await editContext([summarize], {
      request: buildRequest(working),
      languageModel: modelFor(asked),
      context,
    });
    expect(messages).toEqual([talk[0], { role: 'user', parts: [summary?.part] }]);
    expect(asked[0]?.messages.slice(0, -1)).toEqual(working);
  });

  it('uses the instructions of the request, and makes its part of the entire summary', async () => {
    const asked: GenerationRequest[] = [];
    const conversation = [...talk, message('user', 'Beside it.')];
    const given: (readonly Message[])[] = [];
    const edit = {
      ...summarize,
      instruction: 'Keep names.',
      part: (text: string, all: readonly Message[]) => (given.push(all), replacementFor(text)),
    };
    await editContext([edit], { request: buildRequest(talk), languageModel: modelFor(asked), context }, conversation);
    expect(asked[0]?.messages.at(-1)).toEqual(message('user', 'Keep names.'));
    expect(given).toEqual([conversation, conversation]);
  });

  it('takes a threshold that the model cannot reach for none', async () => {
    const edit = { ...summarize, above: 200 };
    const length = lengthOf(talk);
    expect(
      (await editContext([edit], { request: buildRequest(talk), languageModel: modelFor([], length + 1), context }))
        .applied,
    ).toHaveLength(1);
    expect(
      (await editContext([edit], { request: buildRequest(talk), languageModel: modelFor([], 201), context })).applied,
    ).toEqual([]);
  });

  it('uses only the threshold where the model does not report its context length', async () => {
    const silent: LanguageModel = {
      ...modelFor(),
      modelInfo: () => Promise.reject(new EngineError('upstream-failed', 'Not now.')),
    };
    expect(
      (await editContext([summarize], { request: buildRequest(talk), languageModel: silent, context })).applied,
    ).toHaveLength(1);
  });

  it.each([
    ['the threshold', lengthOf(talk), undefined],
    ['four fifths of what the model can read, without a threshold', undefined, Math.ceil(lengthOf(talk) / 0.8)],
    ['no number at all when the context length is unknown', undefined, undefined],
  ])('waits until the input is longer than %s', async (_, above, contextLength) => {
    const edit = { kind: 'summarize' as const, part: replacementFor, ...(above === undefined ? {} : { above }) };
    expect(
      await editContext([edit], { request: buildRequest(talk), languageModel: modelFor([], contextLength), context }),
    ).toEqual({ messages: talk, applied: [] });
    const tighter = { ...edit, ...(above === undefined ? {} : { above: above - 1 }) };
    const { applied } = await editContext([tighter], {
      request: buildRequest(talk),
      languageModel: modelFor([], contextLength === undefined ? undefined : contextLength - 2),
      context,
    });
    expect(applied).toHaveLength(above === undefined && contextLength === undefined ? 0 : 1);
  });

  it.each([
    ['cannot count', {}],
    [
      'finds out that it cannot when it is asked',
      { countTokens: async (): Promise<never> => Promise.reject(new EngineError('unsupported', 'No.')) },
    ],
    [
      'fails at it',
      { countTokens: async (): Promise<never> => Promise.reject(new EngineError('upstream-failed', 'No.')) },
    ],
  ])('estimates where the language model %s', async (_, able) => {
    const { countTokens: __, ...others } = modelFor();
    const rest = { ...others, ...able };
    expect(
      (await editContext([{ ...summarize, above: 10 }], { request: buildRequest(talk), languageModel: rest, context }))
        .applied,
    ).toHaveLength(1);
    expect(
      (await editContext([{ ...summarize, above: 100 }], { request: buildRequest(talk), languageModel: rest, context }))
        .applied,
    ).toHaveLength(0);
  });

  it('is skipped when counting tokens, unlike other edits', async () => {
    const asked: GenerationRequest[] = [];
    const request = buildRequest(toolLoop(3));
    const turn = {
      dialect: 'responses' as const,
      generation: request,
      instructions: [],
      input: request.messages,
      state: { store: false },
      warnings: [],
      edits: [summarize, clearing()],
    };
    const count = await countTurn(turn, { messages: request.messages, warnings: [] }, modelFor(asked), context);
    expect(count.originalInputTokens).toBe(lengthOf(request.messages));
    expect(count.inputTokens).toBeLessThan(count.originalInputTokens);
    expect(asked).toEqual([]);
  });
});

describe('The events of a response to an edited context', () => {
  const gist = replacementFor('Gist.');
  const usage = { inputTokens: 3, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const report = async (edits: Parameters<typeof reportContextEdits>[1]) => {
    const { events, result: complete } = await readAll(
      reportContextEdits(modelFor().generate(buildRequest('Hi'), context), edits),
    );
    const grammar = new EventGrammar();
    for (const event of events) grammar.push(event);
    return complete;
  };

  it('report the applied edits, also when there are none', async () => {
    expect((await report({ applied: [] })).edits).toEqual([]);
    expect((await report({ applied: [{ kind: 'clear-reasoning', turns: 1, inputTokens: 2 }] })).edits).toHaveLength(1);
  });

  it('start with the summary, and count its usage', async () => {
    const { parts, usage: counted } = await report({ applied: [], summary: { part: gist, usage } });
    expect(parts).toEqual([gist, { type: 'text', text: 'Gist.' }]);
    expect(counted).toMatchObject({ inputTokens: 43, outputTokens: 3 });
    const applied = [{ kind: 'summarize' as const, inputTokens: 9, usage }];
    expect(excludeSummaryUsage(counted, applied)).toMatchObject({ inputTokens: 40, outputTokens: 2 });
    expect(excludeSummaryUsage(counted, [])).toBe(counted);
  });

  it('may consist of the summary only', async () => {
    const edits = { applied: [], summary: { part: gist, usage } };
    const grammar = new EventGrammar();
    const { events, result: complete } = await readAll(
      reportContextEdits(emptyResponseEvents('m', { messages: { stop_reason: 'compaction' } }), edits),
    );
    for (const event of events) grammar.push(event);
    expect(complete).toMatchObject({
      model: 'm',
      parts: [gist],
      usage,
      finishReason: { unified: 'stop' },
      extensions: { messages: { stop_reason: 'compaction' } },
    });
  });
});

describe('A conversation with a summary in it', () => {
  const gist = replacementFor('Gist.');

  it('continues from the last summary, with the instructions from before it', () => {
    const messages = [
      message('developer', 'Rules.'),
      message('user', 'One?'),
      message('assistant', gist, 'Two.'),
      message('user', 'Three?'),
    ];
    expect(sinceSummary(messages)).toEqual([
      message('developer', 'Rules.'),
      { role: 'user', parts: [gist] },
      message('assistant', 'Two.'),
      message('user', 'Three?'),
    ]);
    const later: OpaquePart = { ...gist, text: 'All of it.' };
    expect(sinceSummary([...messages, message('user', later, 'Four?')])).toEqual([
      message('developer', 'Rules.'),
      message('user', later, 'Four?'),
    ]);
  });

  it('continues from the response that contained it, though its client sends it again', () => {
    const messages = [message('user', 'One?'), message('assistant', gist, 'Two.'), message('user', 'Three?')];
    expect(sinceSummary([...messages, message('user', gist), message('user', 'Four?')])).toEqual(
      sinceSummary([...messages, message('user', 'Four?')]),
    );
  });

  it('is found as soon when its client sends it again and again', () => {
    const conversation = [message('user', 'One?'), message('assistant', gist, 'Two.')];
    const again = Array.from({ length: 20_000 }, () => message('user', gist));
    for (const more of [again, [message('user', ...again.flatMap(({ parts }) => parts))]]) {
      const began = process.cpuUsage();
      const editedMessages = sinceSummary([...conversation, ...more, message('user', 'Three?')]);
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
      expect(editedMessages).toEqual(sinceSummary([...conversation, message('user', 'Three?')]));
    }
  });

  it('is unchanged when the summary does not cover what precedes it', () => {
    const { replacesEarlier: _, ...plain } = gist;
    const messages = [message('user', 'One?'), message('user', plain)];
    expect(sinceSummary(messages)).toBe(messages);
  });
});
