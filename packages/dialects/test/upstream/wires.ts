// Both wires with an upstream on loopback that speaks them.
import {
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type Generator,
  type UpstreamWire,
} from '@org/engine';
import { buildContext, buildRequest } from '@org/engine/testing';
import { createWireGenerator } from '@org/providers';
import {
  messagesTongue,
  responsesTongue,
  type ScriptedUpstream,
  startScriptedUpstream,
  type UpstreamTongue,
  type WireGeneratorOptions,
} from '@org/providers/testing';
import { messagesWire } from '#src/messages.js';
import { responsesWire } from '#src/responses.js';

export interface WireCase {
  readonly name: string;
  readonly wire: UpstreamWire;
  readonly tongue: UpstreamTongue;
}

export const wires: readonly WireCase[] = [
  { name: 'messages', wire: messagesWire, tongue: messagesTongue },
  { name: 'responses', wire: responsesWire, tongue: responsesTongue },
];

/** One upstream, and generators in front of it, for the tests of one file. */
export class LiveWire {
  #upstream: ScriptedUpstream | undefined;
  readonly #generators: Generator[] = [];

  constructor(readonly wireCase: WireCase) {}

  async start(): Promise<void> {
    this.#upstream = await startScriptedUpstream({ tongue: this.wireCase.tongue });
  }

  async stop(): Promise<void> {
    await this.closeGenerators();
    await this.upstream.close();
  }

  async closeGenerators(): Promise<void> {
    await Promise.all(this.#generators.splice(0).map((generator) => generator.close()));
  }

  get upstream(): ScriptedUpstream {
    if (this.#upstream === undefined) throw new Error('not started');
    return this.#upstream;
  }

  generator(options: Partial<WireGeneratorOptions> = {}): Generator {
    const generator = createWireGenerator({
      id: 'scripted',
      wire: this.wireCase.wire,
      baseUrl: this.upstream.origin,
      ...options,
    });
    this.#generators.push(generator);
    return generator;
  }
}

export interface Outcome {
  readonly events: readonly GenerationEvent[];
  readonly text: string;
  readonly error: unknown;
}

/** Reads a run to its end, whatever that is. */
export async function run(
  generator: Generator,
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
    for await (const event of generator.generate(wanted, buildContext(signal === undefined ? {} : { signal })))
      events.push(event);
    return done();
  } catch (error) {
    return done(error);
  }
}

/** A run that must fail: its one EngineError. */
export async function failure(generator: Generator, request?: GenerationRequest | string): Promise<EngineError> {
  const { events, error } = await run(generator, request);
  if (!(error instanceof EngineError))
    throw new Error(`expected an EngineError, got ${String(error)} after ${events.length} events`);
  expect(events.some(({ type }) => type === 'generation-end')).toBe(false);
  return error;
}

export async function until(condition: () => boolean, limit = 15_000): Promise<void> {
  for (const start = performance.now(); !condition(); await new Promise((resolve) => setTimeout(resolve, 2))) {
    if (performance.now() - start > limit) throw new Error(`not within ${limit} ms: ${String(condition)}`);
  }
}
