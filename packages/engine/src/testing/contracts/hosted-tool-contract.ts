// What every runner of a hosted tool must do. Needs the test runner's globals and nothing else of it.
import assert from 'node:assert/strict';
import type { Message } from '../../model/message.js';
import type { ServerCallOutcome } from '../../model/server-tool.js';
import type { HostedToolContext, OpenHostedTool } from '../../ports/hosted-tools.js';
import type { RunContext } from '../../ports/run-context.js';
import { CitableSources } from '../../turn/server-tools/citable-sources.js';
import { buildContext } from '../builders.js';
import { eventually, pause } from '../eventually.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** A runner under test with what its calls need. */
export interface HostedToolSubject {
  open(context: HostedToolContext): Promise<OpenHostedTool>;
  /** The conversation in which {@link call} succeeds. */
  readonly messages: readonly Message[];
  /** A call that succeeds. */
  readonly call: { readonly name: string; readonly argumentsText: string };
  /** From now on, a call lasts until it is aborted. */
  hang(): void;
  /** Active resources of the runner, such as sockets and processes of running calls. */
  openWork(): number;
  dispose(): Promise<void>;
}

/** Arguments that no function accepts. */
const badArguments = [
  '',
  'words',
  'null',
  '[]',
  '"text"',
  '{"',
  '{}',
  '{"query": 1, "url": 1, "code": 1}',
  '\0',
  '['.repeat(10_000),
];
/** Milliseconds within which an aborted call ends. The port demands 200; a busy machine needs more. */
const endLimit = 2_000;

/** Defines the tests that every runner of a hosted tool passes. */
export function describeHostedToolContract(name: string, start: () => Promise<HostedToolSubject>): void {
  const test = (sentence: string, body: (subject: HostedToolSubject) => Promise<void>): void =>
    it(
      sentence,
      async () => {
        const subject = await start();
        try {
          await body(subject);
        } finally {
          await subject.dispose();
        }
      },
      30_000,
    );
  const open = async (subject: HostedToolSubject, context: Partial<RunContext> = {}): Promise<OpenHostedTool> =>
    await subject.open(buildToolContext(subject.messages, context));
  const call = (tool: OpenHostedTool, { call: { name: called, argumentsText } }: HostedToolSubject) =>
    tool.call(called, argumentsText);

  describe(`hosted tool contract: ${name}`, () => {
    test('offers functions with unique names, descriptions and object schemas', async (subject) => {
      const { functions } = await open(subject);
      assert.ok(functions.length > 0);
      assert.equal(new Set(functions.map((one) => one.name)).size, functions.length);
      for (const { name: offered, description, inputSchema } of functions) {
        assert.match(offered, /^[a-zA-Z0-9_-]{1,64}$/);
        assert.notEqual(description, '');
        assert.equal(inputSchema['type'], 'object');
      }
    });

    test('returns text for the model and a result for the dialects', async (subject) => {
      const outcome = await call(await open(subject), subject);
      assert.notEqual(textOf(outcome), '');
      assert.equal(outcome.isError, undefined);
      assert.ok(outcome.hosted !== undefined && outcome.hosted.type !== 'failed');
    });

    test('fails with text for the model where the arguments are none, and then works', async (subject) => {
      const tool = await open(subject);
      for (const argumentsText of badArguments)
        for (const { name: offered } of tool.functions)
          assertFailed(await tool.call(offered, argumentsText), argumentsText);
      assert.equal((await call(tool, subject)).isError, undefined);
    });

    test('fails for a function that it does not offer', async (subject) => {
      assertFailed(
        await (await open(subject)).call('no_such_function', subject.call.argumentsText),
        'no_such_function',
      );
    });

    test('throws cancelled at once after an abort, and ends what it started', async (subject) => {
      subject.hang();
      const controller = new AbortController();
      const tool = await open(subject, { signal: controller.signal });
      const running = codeOf(call(tool, subject));
      await pause(50);
      const abortedAt = performance.now();
      controller.abort();
      assert.equal(await running, 'cancelled');
      assert.ok(performance.now() - abortedAt < endLimit);
      await eventually(() => subject.openWork() === 0);
      await tool.close();
    });

    test('throws cancelled where the turn is aborted already', async (subject) => {
      const tool = await open(subject, { signal: AbortSignal.abort() });
      assert.equal(await codeOf(call(tool, subject)), 'cancelled');
      await tool.close();
    });

    test('ends its calls when it is closed, and may be closed twice', async (subject) => {
      subject.hang();
      const tool = await open(subject);
      const running = codeOf(call(tool, subject));
      await pause(50);
      await tool.close();
      await tool.close();
      assert.equal(await running, 'cancelled');
      await eventually(() => subject.openWork() === 0);
    });
  });
}

/** The context of a tool in a turn with these messages. Sources have numbers from 1. */
export function buildToolContext(messages: readonly Message[], overrides: Partial<RunContext> = {}): HostedToolContext {
  const sources = new CitableSources([]);
  return {
    ...buildContext(overrides),
    messages: () => messages,
    numberOf: (source) => sources.numberOf(source),
    numberPassages: ({ text, ...document }) => sources.addDocument({ type: 'document', ...document }, text),
  };
}

function assertFailed(outcome: ServerCallOutcome, reason: string): void {
  assert.equal(outcome.isError, true, reason);
  assert.equal(outcome.hosted?.type, 'failed', reason);
  assert.notEqual(textOf(outcome), '', reason);
}

function textOf({ content }: ServerCallOutcome): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function codeOf(running: Promise<unknown>): Promise<unknown> {
  try {
    return await running;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}
