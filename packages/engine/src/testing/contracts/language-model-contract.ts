// Requirements for every LanguageModel, run by each adapter's tests. Needs only the test runner's globals.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, errorCodes } from '../../errors/engine-error.js';
import { EventGrammar } from '../event-grammar.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { LanguageModel } from '../../ports/language-model.js';
import { buildContext, readAll } from '../builders.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** An adapter under test. */
export interface LanguageModelSubject {
  /** A new language model; each test closes its own. */
  create(): LanguageModel | Promise<LanguageModel>;
  readonly requests: {
    /** A request whose response is a text of several deltas within a few seconds. */
    readonly text: GenerationRequest;
    /** Another request whose text differs from that of `text`. */
    readonly otherText: GenerationRequest;
    /** A request whose response takes two seconds or more, with the first event within one. */
    readonly slow: GenerationRequest;
    /** A request whose response contains at least one function call. */
    readonly toolCall?: GenerationRequest;
    /** Fails for a reason that the adapter did not foresee. */
    readonly failing?: GenerationRequest;
  };
  /**
   * Number of active operations of the adapter, such as open upstream requests. Absent: the adapter has none to
   * observe.
   */
  openWork?(): number;
}

/**
 * Milliseconds within which an aborted run must end in a test: before a slow response ends by itself. Tests do not
 * check the 200 ms required of an adapter, because they run on busy machines.
 */
const abortLimit = 1_500;

/** Declares the contract's tests for one adapter. */
export function describeLanguageModelContract(name: string, subject: LanguageModelSubject): void {
  const { requests } = subject;
  const test = (sentence: string, body: (languageModel: LanguageModel) => Promise<void>): void =>
    it(
      sentence,
      async () => {
        const languageModel = await subject.create();
        try {
          await body(languageModel);
        } finally {
          await languageModel.close();
        }
      },
      60_000,
    );

  describe(`language model contract: ${name}`, () => {
    test('events follow the grammar', async (languageModel) => {
      const { events, result } = await readAll(languageModel.generate(requests.text, buildContext()));
      checkGrammar(events);
      assert.ok(textOf(events).length > 0, 'the response has text');
      assert.equal(result.finishReason.unified, 'stop');
    });

    test('returns one text each for the same request, sent twice concurrently and then again', async (languageModel) => {
      const [first, other] = await Promise.all([
        readAll(languageModel.generate(requests.text, buildContext())),
        readAll(languageModel.generate(requests.otherText, buildContext())),
      ]);
      checkGrammar(first.events);
      checkGrammar(other.events);
      const alone = await readAll(languageModel.generate(requests.text, buildContext()));
      assert.equal(textOf(first.events), textOf(alone.events), 'a run at the same time changes nothing');
      assert.notEqual(textOf(first.events), textOf(other.events), 'two runs do not mix');
    });

    if (requests.toolCall !== undefined) {
      const request = requests.toolCall;
      test('returns complete JSON objects as function call arguments', async (languageModel) => {
        const { events, result } = await readAll(languageModel.generate(request, buildContext()));
        checkGrammar(events);
        const calls = result.parts.filter((part) => part.type === 'tool-call');
        assert.ok(calls.length > 0, 'a tool is called');
        for (const { argumentsText } of calls.filter(({ kind }) => kind === 'function')) {
          const value: unknown = JSON.parse(argumentsText);
          assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value));
        }
        assert.equal(new Set(calls.map(({ callId }) => callId)).size, calls.length, 'ids are unique');
        assert.equal(result.finishReason.unified, 'tool-calls');
      });
    }

    test('throws cancelled and yields nothing when aborted before the start', async (languageModel) => {
      const context = buildContext({ signal: AbortSignal.abort() });
      const run = drain(languageModel.generate(requests.text, context));
      await assertCancelled(run);
      assert.equal(run.events.length, 0);
    });

    test('ends the run in time and releases all resources when aborted in the middle', async (languageModel) => {
      const controller = new AbortController();
      const run = drain(languageModel.generate(requests.slow, buildContext({ signal: controller.signal })));
      await until(() => run.events.length >= 2, 15_000, 'the slow response starts');
      const abortedAt = performance.now();
      controller.abort();
      await assertCancelled(run);
      const elapsedMs = performance.now() - abortedAt;
      assert.ok(elapsedMs <= abortLimit, `ended ${Math.round(elapsedMs)} ms after the abort`);
      assert.notEqual(run.events.at(-1)?.type, 'generation-end');
      await until(() => (subject.openWork?.() ?? 0) === 0, 2000, 'the upstream work ends, too');
    });

    test('a reader that stops reading ends the run', async (languageModel) => {
      const stream = languageModel.generate(requests.slow, buildContext());
      for await (const event of stream) if (event.type === 'part-delta') break;
      await until(() => (subject.openWork?.() ?? 0) === 0, 2000, 'the upstream work ends');
    });

    test('does not affect another run when one run is aborted', async (languageModel) => {
      const controller = new AbortController();
      const abortedRun = drain(languageModel.generate(requests.slow, buildContext({ signal: controller.signal })));
      const healthy = readAll(languageModel.generate(requests.text, buildContext()));
      await until(() => abortedRun.events.length >= 1, 15_000, 'the run to abort starts');
      controller.abort();
      await assertCancelled(abortedRun);
      checkGrammar((await healthy).events);
    });

    if (requests.failing !== undefined) {
      const request = requests.failing;
      test('throws one EngineError on failure and never ends normally', async (languageModel) => {
        const run = drain(languageModel.generate(request, buildContext()));
        const error = await run.outcome;
        assert.ok(error instanceof EngineError, `threw ${String(error)}`);
        assert.ok(errorCodes.includes(error.code));
        assert.ok(!run.events.some(({ type }) => type === 'generation-end'));
      });
    }

    test('returns complete model info', async (languageModel) => {
      const modelInfo = await languageModel.modelInfo();
      assert.ok(modelInfo.id !== '' && modelInfo.displayName !== '' && modelInfo.ownedBy !== '');
      assert.ok(Number.isSafeInteger(modelInfo.createdAt) && modelInfo.createdAt >= 0);
    });

    test('close ends what runs, and closing twice is harmless', async (languageModel) => {
      const run = drain(languageModel.generate(requests.slow, buildContext()));
      await until(() => run.events.length >= 1, 15_000, 'the slow response starts');
      await languageModel.close();
      const error = await Promise.race([run.outcome, sleep(10_000, 'still running', { ref: false })]);
      assert.ok(error instanceof EngineError, `ended with ${String(error)}`);
      await until(() => (subject.openWork?.() ?? 0) === 0, 2000, 'the upstream work ends');
      await languageModel.close();
    });
  });
}

/** Checks a complete stream; throws with the position of the first fault. */
export function checkGrammar(events: Iterable<GenerationEvent>): void {
  const grammar = new EventGrammar();
  for (const event of events) grammar.push(event);
  grammar.end();
}

interface Run {
  readonly events: readonly GenerationEvent[];
  /** What the run threw; `undefined` when it ended normally. Never rejects. */
  readonly outcome: Promise<unknown>;
}

/** Reads a stream in the background. */
function drain(stream: AsyncIterable<GenerationEvent>): Run {
  const events: GenerationEvent[] = [];
  const read = async (): Promise<unknown> => {
    try {
      for await (const event of stream) events.push(event);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  return { events, outcome: read() };
}

async function assertCancelled(run: Run): Promise<void> {
  const error = await run.outcome;
  assert.ok(error instanceof EngineError, `ended with ${String(error)}`);
  assert.equal(error.code, 'cancelled');
}

async function until(condition: () => boolean, limit: number, what: string): Promise<void> {
  for (const start = performance.now(); !condition(); await sleep(2)) {
    assert.ok(performance.now() - start < limit, `not within ${limit} ms: ${what}`);
  }
}

function textOf(events: readonly GenerationEvent[]): string {
  return events.map((event) => (event.type === 'part-delta' ? event.delta.text : '')).join('');
}
