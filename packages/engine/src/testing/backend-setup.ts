// A group of scripted backends with a clock and a random source that the test controls.
import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import { replay } from '../model/replay.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';
import { BackendGroup, type BackendGroupOptions, type BackendStatus } from '../routing/backend-group.js';
import { Backend } from '../routing/backend.js';
import { defaultBreakerSettings } from '../routing/circuit-breaker.js';
import type { GroupMember } from '../routing/slot.js';
import { buildContext, buildRequest, buildResult } from './builders.js';

/** One run on a fake model, which the test drives. */
export interface Run {
  readonly context: RunContext;
  /** Yields the first events of a response. */
  start(): void;
  /** Yields the rest of the response. */
  finish(): void;
  fail(error: EngineError): void;
}

/** A backend that the test controls. */
export class FakeModel implements LanguageModel {
  /** All runs so far. */
  readonly runs: Run[] = [];
  /** Runs that have neither ended nor been aborted. */
  open = 0;
  closed = 0;
  /** When set, the model responds at once: successfully or with this failure. */
  behavior: 'complete' | EngineError | undefined = 'complete';
  probe?: NonNullable<LanguageModel['probe']>;

  constructor(readonly name: string) {}

  async modelInfo(): ReturnType<LanguageModel['modelInfo']> {
    return {
      id: this.name,
      displayName: this.name,
      createdAt: 0,
      ownedBy: this.name,
      capabilities: { tools: true, reasoning: true, images: true, structuredOutput: true },
    };
  }

  async *generate(_: unknown, context: RunContext): AsyncGenerator<GenerationEvent> {
    const steps: (GenerationEvent | EngineError)[] = [];
    const events = [...replay(buildResult([`I am ${this.name}.`]))];
    let wake: (() => void) | undefined;
    const push = (...more: readonly (GenerationEvent | EngineError)[]): void => {
      steps.push(...more);
      wake?.();
    };
    const run: Run = {
      context,
      start: () => push(...events.splice(0, 2)),
      finish: () => push(...events.splice(0)),
      fail: (error) => push(error),
    };
    this.runs.push(run);
    this.open += 1;
    context.signal.addEventListener('abort', () => run.fail(cancelled()), { once: true });
    try {
      if (context.signal.aborted) throw cancelled();
      if (this.behavior === 'complete') run.finish();
      else if (this.behavior !== undefined) run.fail(this.behavior);
      for (;;) {
        const step = steps.shift();
        if (step instanceof EngineError) throw step;
        if (step === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else yield step;
        if (step?.type === 'generation-end') return;
      }
    } finally {
      this.open -= 1;
    }
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}

export interface BackendSetup {
  readonly group: BackendGroup;
  readonly fakes: readonly FakeModel[];
  /** Milliseconds. */
  now: number;
  readonly changes: BackendStatus[];
}

export function setUpBackends(
  names: string,
  more: Partial<BackendGroupOptions> = {},
  member: Partial<GroupMember> = {},
): BackendSetup {
  const fakes = names.split('').map((name) => new FakeModel(name));
  const changes: BackendStatus[] = [];
  const rehearsal: { now: number } = { now: 0 };
  const group = new BackendGroup({
    id: 'm',
    members: fakes.map((fake) => ({
      backend: new Backend(fake.name, fake),
      weight: 1,
      concurrency: 4,
      queue: 4,
      ...member,
    })),
    clock: { now: () => rehearsal.now },
    random: () => 0,
    onChange: (status) => changes.push(status),
    ...more,
    rules: { affinity: false, breaker: { ...defaultBreakerSettings, failures: 3, openMs: 1000 }, ...more.rules },
  });
  return Object.assign(rehearsal, { group, fakes, changes });
}

/** The outcome of one request: the name of the backend that responded, or the code of the error. */
export async function generateText(group: LanguageModel, text = 'Hi', signal?: AbortSignal): Promise<string> {
  try {
    let name = '';
    for await (const event of group.generate(
      buildRequest(text),
      buildContext(signal === undefined ? {} : { signal }),
    )) {
      if (event.type === 'part-delta') name += event.delta.text;
    }
    return /I am (.*)\./.exec(name)?.[1] ?? name;
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
}

/** Lets everything run that can. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The error of a backend that cannot be reached. */
export const upstreamFailure = (): EngineError =>
  new EngineError('upstream-failed', 'The upstream could not be reached.');

export function firstRunOf({ fakes }: BackendSetup, index = 0): FakeModel {
  const fake = fakes[index];
  if (fake === undefined) throw new Error('there is no such backend');
  return fake;
}
