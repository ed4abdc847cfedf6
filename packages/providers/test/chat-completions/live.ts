// One upstream on loopback and language models that use it, for the tests of one file.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatCompletionsOptions } from '#src/chat-completions/chat-completions-options.js';
import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import { EngineError, type GenerationEvent, type GenerationRequest, type LanguageModel } from '@org/engine';
import { buildContext, buildRequest } from '@org/engine/testing';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/scripted-upstream.js';

export interface Outcome {
  readonly events: readonly GenerationEvent[];
  readonly text: string;
  readonly error: unknown;
}

export class Live {
  #upstream: ScriptedUpstream | undefined;
  readonly #languageModels: LanguageModel[] = [];

  async start(): Promise<void> {
    this.#upstream = await startScriptedUpstream({
      model: { id: 'scripted', max_model_len: 4096, created: 5, owned_by: 'tests' },
    });
  }

  async stop(): Promise<void> {
    await this.closeModels();
    await this.upstream.close();
  }

  async closeModels(): Promise<void> {
    await Promise.all(this.#languageModels.splice(0).map((languageModel) => languageModel.close()));
  }

  get upstream(): ScriptedUpstream {
    if (this.#upstream === undefined) throw new Error('not started');
    return this.#upstream;
  }

  /** Number of requests that the upstream has received. */
  get count(): number {
    return this.upstream.records.length;
  }

  languageModel(options: Partial<ChatCompletionsOptions> = {}): LanguageModel {
    const languageModel = createChatCompletionsModel({ id: 'scripted', baseUrl: this.upstream.baseUrl, ...options });
    this.#languageModels.push(languageModel);
    return languageModel;
  }
}

/** One instance for the tests of a file, each of which starts with a responding upstream. */
export function useLive(): Live {
  const live = new Live();
  beforeAll(() => live.start());
  afterEach(async () => {
    await live.closeModels();
    live.upstream.play();
  });
  afterAll(() => live.stop());
  return live;
}

/** Reads a run to its end, also to a failure. */
export async function run(
  languageModel: LanguageModel,
  request: GenerationRequest | string = 'hello',
  signal?: AbortSignal,
): Promise<Outcome> {
  const events: GenerationEvent[] = [];
  const done = (error?: unknown): Outcome => ({
    events,
    text: events.map((event) => (event.type === 'part-delta' ? event.delta.text : '')).join(''),
    error,
  });
  try {
    const wanted = typeof request === 'string' ? buildRequest(request) : request;
    for await (const event of languageModel.generate(wanted, buildContext(signal === undefined ? {} : { signal })))
      events.push(event);
    return done();
  } catch (error) {
    return done(error);
  }
}

/** A run that must fail; returns its single EngineError. */
export async function failure(
  languageModel: LanguageModel,
  request?: GenerationRequest | string,
): Promise<EngineError> {
  const { events, error } = await run(languageModel, request);
  if (!(error instanceof EngineError))
    throw new Error(`expected an EngineError, got ${String(error)} after ${events.length} events`);
  expect(events.some(({ type }) => type === 'generation-end')).toBe(false);
  return error;
}

/** Accepts connections and never sends a byte: a TLS client stays in its handshake. */
export async function startSilentServer(): Promise<{
  readonly baseUrl: string;
  readonly sockets: Set<Socket>;
  close(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket))
      .resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `https://127.0.0.1:${port}/v1`,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The limit is for a program that hangs, not for a slow one. */
export async function until(condition: () => boolean, limit = 15_000): Promise<void> {
  for (const start = performance.now(); !condition(); await sleep(2)) {
    if (performance.now() - start > limit) throw new Error(`not within ${limit} ms: ${String(condition)}`);
  }
}
