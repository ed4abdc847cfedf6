import { emptyUsage, ModelRegistry } from '@org/engine';
import { generateText, upstreamFailure, buildContext, buildRequest, FakeModel, settle } from '@org/engine/testing';
import { RunMeter, type RunReport } from '#src/metrics/run-meter.js';

describe('the report of a run', () => {
  it('reports its route, duration, usage and outcome, once', async () => {
    const reports: RunReport[] = [];
    const fake = new FakeModel('a');
    const registry = new ModelRegistry(
      [{ pattern: 'claude-*', languageModel: fake }],
      (run) => new RunMeter(run, (report) => reports.push(report)),
    );
    await generateText(registry.resolve('claude-secret-project'));
    fake.behavior = upstreamFailure();
    await generateText(registry.resolve('claude-2'));
    fake.behavior = undefined;
    const stream = registry.resolve('claude-3').generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]();
    const first = stream.next();
    await settle();
    fake.runs.at(-1)?.start();
    await first;
    await stream.return?.();
    expect(
      reports.map(({ pattern, usage, error, firstEventSeconds }) => [
        pattern,
        usage?.outputTokens,
        error,
        firstEventSeconds !== undefined,
      ]),
    ).toEqual([
      ['claude-*', 5, undefined, true],
      ['claude-*', undefined, 'upstream-failed', false],
      ['claude-*', undefined, 'cancelled', true],
    ]);
    expect(reports.every(({ seconds, firstEventSeconds = 0 }) => seconds >= firstEventSeconds)).toBe(true);
  });

  it('has the operation of a call without a stream, and its tokens', () => {
    const reports: RunReport[] = [];
    const meter = new RunMeter({ pattern: 'e', operation: 'embeddings' }, (report) => reports.push(report));
    meter.complete({ ...emptyUsage, inputTokens: 3 });
    meter.end();
    expect(reports).toMatchObject([{ pattern: 'e', operation: 'embeddings', usage: { inputTokens: 3 } }]);
    expect(reports[0]).not.toHaveProperty('error');
  });
});
