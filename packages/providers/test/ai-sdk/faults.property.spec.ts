// Every upstream fault with a real package: one error in our words, or the output that the package considers
// complete.
import type { AiSdkModel } from '#src/ai-sdk/ai-sdk-model.js';
import { createAiSdkModel } from '#src/ai-sdk/create-ai-sdk-model.js';
import { EngineError } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import type { UpstreamTimeouts } from '#src/transport/upstream-options.js';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/scripted-upstream.js';
import { canStrike, upstreamFaults, upstreamPhases, upstreamErrorText } from '#src/testing/upstream-faults.js';
import { run } from './fake-model.js';

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());

const key = 'sk-of-the-package-4711';

/** A body that ends cleanly after the finish reason is complete for the package: its API has no other end. */
const completeAfterReason = new Set(['end without terminal', 'half a frame, end']);

const impatient: Partial<UpstreamTimeouts> = { firstToken: 150, idle: 150 };

const modelOfPackage = async (timeouts: Partial<UpstreamTimeouts>): Promise<AiSdkModel> =>
  (await createAiSdkModel({
    id: 'm',
    package: '@ai-sdk/openai-compatible',
    folders: [import.meta.dirname],
    model: 'm',
    apiKey: key,
    settings: { name: 'scripted', baseURL: upstream.baseUrl },
    timeouts,
    retries: 0,
  })) as AiSdkModel;

const cases = upstreamPhases.flatMap((phase) =>
  upstreamFaults
    .filter((fault) => canStrike(fault, phase))
    .map((fault) => ({ phase, fault, named: `${fault.name}, ${phase.name}` })),
);

describe('an upstream of a package that fails by', () => {
  it.each(cases)('$named', async ({ phase, fault }) => {
    upstream.play(async (call) => {
      phase.play(call);
      await call.pause(5);
      await fault.strike(call);
    });
    const languageModel = await modelOfPackage(fault.name === 'stall' ? impatient : {});
    const { events, error } = await run(languageModel, buildRequest('x', { tools: [functionTool('look')] }));
    await languageModel.close();
    const complete = phase.reached === 'reason' && completeAfterReason.has(fault.name);
    const outcome = error instanceof EngineError ? error.code : error;
    expect([outcome, events.some(({ type }) => type === 'generation-end')]).toEqual([
      complete ? undefined : fault.code,
      complete,
    ]);
    expect(String(error)).not.toMatch(new RegExp(`${upstreamErrorText}|${key}`));
    const cause = error instanceof EngineError ? error.cause : undefined;
    expect(JSON.stringify(cause ?? null)).not.toContain('"content":"x"');
  });

  it('a line without end: that is silence to the package, which has no end of a line in mind', async () => {
    upstream.play(async (call) => {
      for (call.write('data: "'); !call.signal.aborted; await call.pause(10)) call.write('x');
    });
    const languageModel = await modelOfPackage(impatient);
    const { error } = await run(languageModel, buildRequest('x'));
    await languageModel.close();
    expect(error).toMatchObject({ code: 'timed-out' });
  });
});
