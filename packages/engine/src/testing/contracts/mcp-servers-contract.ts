// What every adapter of the port McpServers must do. Needs the test runner's globals and nothing else of it.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerCallOutcome, ServerTool, McpServerRequest } from '../../model/server-tool.js';
import type { RunContext } from '../../ports/run-context.js';
import type { McpServer, McpServers } from '../../ports/mcp-servers.js';
import { buildContext } from '../builders.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** An adapter under test with its server. */
export interface McpServersSubject {
  readonly servers: McpServers;
  /** A server that offers {@link contractTools}, which behave as their descriptions specify. */
  readonly request: McpServerRequest;
  /** A server that cannot be asked what it offers, nor for a call. */
  readonly broken: McpServerRequest;
  /** Servers that clients may not use, whether they exist or not. */
  readonly forbidden: readonly McpServerRequest[];
  /** Active resources of the adapter, such as sockets and sessions. */
  openWork(): number;
  dispose(): Promise<void>;
}

const anyObject = { type: 'object' } as const;

/** The tools that the subject of {@link describeMcpServersContract} must offer. */
export const contractTools: readonly ServerTool[] = [
  {
    name: 'echo',
    description: 'Answers with its arguments as JSON text.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true },
  },
  { name: 'fail', description: 'Says that it failed, with the text "no".', inputSchema: anyObject },
  { name: 'wait', description: 'Answers after a minute.', inputSchema: anyObject },
];

/** Milliseconds within which something that was aborted or closed must have ended in a test. */
const endLimit = 2_000;

/** Defines the tests that every implementation of the `McpServers` port passes. `start` returns a subject with {@link contractTools}. */
export function describeMcpServersContract(name: string, start: () => Promise<McpServersSubject>): void {
  const test = (sentence: string, body: (subject: McpServersSubject) => Promise<void>): void =>
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
  const opened = ({ servers, request }: McpServersSubject, context: Partial<RunContext> = {}): McpServer =>
    servers.open(request, buildContext(context));

  describe(`MCP servers contract: ${name}`, () => {
    test('a server lists its tools as it describes them', async (subject) => {
      const server = opened(subject);
      const [first, again] = [await server.list(), await server.list()];
      assert.equal(JSON.stringify(first), JSON.stringify(contractTools));
      assert.equal(JSON.stringify(again), JSON.stringify(contractTools));
      await server.close();
    });

    test('returns the content of the called tool, whether or not the tools were listed before', async (subject) => {
      const server = opened(subject);
      assert.deepEqual(textOf(await server.call('echo', '{"text":"a"}')), '{"text":"a"}');
      await server.list();
      assert.deepEqual(textOf(await server.call('echo', '{}')), '{}');
      await server.close();
    });

    test('reports a failing tool in its content, and executes the next call', async (subject) => {
      const server = opened(subject);
      const outcome = await server.call('fail', '{}');
      assert.deepEqual([outcome.isError, textOf(outcome), outcome.failure], [true, 'no', undefined]);
      assert.equal((await server.call('echo', '{}')).isError, undefined);
      await server.close();
    });

    test('arguments that are no JSON object are an outcome', async (subject) => {
      const server = opened(subject);
      for (const text of ['', '{', '[]', '"a"', 'null', '{} {}']) {
        const { content, failure } = await server.call('echo', text);
        assert.deepEqual([content, failure?.kind, failure?.code], [[], 'protocol', -32_602], text);
      }
      await server.close();
    });

    test('a tool that there is not is an outcome', async (subject) => {
      const server = opened(subject);
      const outcome = await server.call('nothing', '{}');
      assert.ok(outcome.isError === true || outcome.failure?.kind === 'protocol');
      await server.close();
    });

    test('runs calls concurrently', async (subject) => {
      const leaving = new AbortController();
      const server = opened(subject, { signal: leaving.signal });
      const waiting = server.call('wait', '{}').catch((error: unknown) => error);
      const texts = await Promise.all(
        ['1', '2', '3'].map(async (text) => textOf(await server.call('echo', JSON.stringify({ text })))),
      );
      assert.deepEqual(texts, ['{"text":"1"}', '{"text":"2"}', '{"text":"3"}']);
      leaving.abort();
      await waiting;
      await server.close();
    });

    test('a server that cannot be reached fails its listing, and its calls have that outcome', async ({
      servers,
      broken,
    }) => {
      const server = servers.open(broken, buildContext());
      await assert.rejects(server.list(), { name: 'EngineError', code: 'mcp-server-failed', param: broken.param });
      const { content, failure } = await server.call('echo', '{}');
      assert.deepEqual(content, []);
      assert.ok(failure !== undefined && failure.message.length > 0);
      await server.close();
    });

    test('does not open a server that clients may not use, and returns the same error for all of them', async ({
      servers,
      forbidden,
    }) => {
      const errorMessages = new Set<string>();
      for (const request of forbidden) {
        assert.throws(
          () => servers.open(request, buildContext()),
          (error: Error & { code?: string; param?: string }) => {
            errorMessages.add(error.message);
            return error.code === 'invalid-request' && error.param === request.param;
          },
        );
      }
      assert.equal(errorMessages.size, 1);
    });

    test('ends an aborted call soon and releases its resources', async (subject) => {
      const leaving = new AbortController();
      const server = opened(subject, { signal: leaving.signal });
      await server.list();
      const call = server.call('wait', '{}');
      await sleep(50);
      const at = performance.now();
      leaving.abort();
      await assert.rejects(call, { name: 'EngineError', code: 'cancelled' });
      assert.ok(performance.now() - at < endLimit);
      await assert.rejects(server.call('echo', '{}'), { code: 'cancelled' });
      await assert.rejects(server.list(), { code: 'cancelled' });
      await server.close();
      await isQuiet(subject);
    });

    test('ends active calls on close, may be closed twice, and releases all resources', async (subject) => {
      const server = opened(subject);
      const call = server.call('wait', '{}');
      await sleep(50);
      await Promise.all([server.close(), assert.rejects(call, { code: 'cancelled' })]);
      await server.close();
      await isQuiet(subject);
    });

    test('releases the resources of a server that was opened and not used', async (subject) => {
      await opened(subject).close();
      await isQuiet(subject);
    });
  });
}

function textOf({ content }: ServerCallOutcome): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function isQuiet({ openWork }: McpServersSubject): Promise<void> {
  const until = performance.now() + endLimit;
  while (openWork() > 0 && performance.now() < until) await sleep(10);
  assert.equal(openWork(), 0);
}
