import { EngineError } from '#src/errors/engine-error.js';
import type { ScriptStep } from '#src/testing/scripted/script.js';
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import type { GenerationEvent } from '#src/model/generation-event.js';
import { replay } from '#src/model/replay.js';
import { emptyUsage } from '#src/model/usage.js';
import type { OpaquePart } from '#src/model/part.js';
import type { RunLogFields } from '#src/ports/run-context.js';
import { buildContext, buildRequest, buildResult } from '#src/testing/builders.js';
import { EventGrammar } from '#src/testing/event-grammar.js';
import { compactContext } from '#src/turn/context-edits/compact-context.js';
import { onlySummarize } from '#src/turn/context-edits/only-summary.js';

const part = (text: string): OpaquePart => ({
  type: 'opaque',
  dialect: 'responses',
  apiType: 'compaction',
  value: { type: 'compaction' },
  text,
});
const complete: readonly ScriptStep[] = [
  ...replay(buildResult(['Gist.'], { usage: { ...emptyUsage, inputTokens: 40, outputTokens: 2 } })),
];
const truncated: readonly ScriptStep[] = [
  ...complete.filter(({ type }) => type === 'generation-start' || type === 'part-start' || type === 'part-delta'),
  { type: 'throw', error: new EngineError('upstream-failed', 'It broke off.') },
];

function modelFor(script: readonly ScriptStep[]): ReturnType<typeof createScriptedModel> {
  return createScriptedModel({ id: 'm', script: () => [...script] });
}

async function eventsOf(
  script: readonly ScriptStep[],
): Promise<{ readonly events: readonly GenerationEvent[]; readonly error?: unknown }> {
  const events: GenerationEvent[] = [];
  const request = buildRequest('Much was said.');
  try {
    for await (const event of onlySummarize(
      { part },
      { request, languageModel: modelFor(script), context: buildContext() },
      request.messages,
    ))
      events.push(event);
    return { events };
  } catch (error) {
    return { events, error };
  }
}

describe('A response that is only a summary', () => {
  it('is one part, with its usage', async () => {
    const { events } = await eventsOf(complete);
    const grammar = new EventGrammar('turn');
    for (const event of events) grammar.push(event);
    grammar.end();
    expect(events.filter(({ type }) => type === 'part-start')).toMatchObject([
      { part: { apiType: 'compaction', text: expect.stringContaining('Gist.') as string } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'generation-end', usage: { inputTokens: 40, outputTokens: 2 } });
  });

  it('reports its usage but none of its text when it is aborted', async () => {
    const { events, error } = await eventsOf(truncated);
    expect(error).toMatchObject({ code: 'upstream-failed' });
    expect(events.at(-1)).toMatchObject({ type: 'generation-usage', usage: { outputTokens: 1, estimated: true } });
    expect(JSON.stringify(events)).not.toContain('Gist');
  });
});

describe('A summary before a response', () => {
  it.each([
    ['that is complete', complete, { inputTokens: 40, outputTokens: 2 }],
    ['that breaks off', truncated, { outputTokens: 1, estimated: true }],
  ])('%s is recorded with its usage, because the response may never start', async (_, script, usage) => {
    const logFields: RunLogFields = {};
    await compactContext({
      request: buildRequest('Much was said.'),
      languageModel: modelFor(script),
      context: buildContext({ logFields }),
    }).catch(() => undefined);
    expect(logFields.usage).toMatchObject(usage);
  });
});
