import { EngineError, repairJsonParse, toEngineError } from '@org/engine';
import { unpackMessage, type Packed } from '../exact-message.js';
import {
  toFailure,
  type FromWorker,
  type GenerationWork,
  type PostedWork,
  type RetrievalWork,
  type RuntimeSettings,
  type ToWorker,
} from '../process-messages.js';
import { findEscapes } from '../sandbox/escape-attempts.js';
import { Outbox } from './outbox.js';
import { countPrompt } from './prompt/prepare-prompt.js';
import { loadRetrieval, type RetrievalRuntime } from './retrieval/load-retrieval.js';
import { runGeneration } from './run-generation.js';
import { loadRuntime, type Runtime } from './runtime.js';

// Entry point of the model process. It replies to the service's messages and ends with the service.

repairJsonParse();

const running = new Map<number, AbortController>();
let runtime: Runtime | undefined;
let retrieval: RetrievalRuntime | undefined;

const outbox = new Outbox((replies) => send({ type: 'replies', replies }));

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function loaded<Loaded>(one: Loaded | undefined): Loaded {
  if (one === undefined) throw new EngineError('internal', 'The model is not loaded for this work.');
  return one;
}

/** Runs one work item; its last reply is sent when all its resources are released. */
async function work(posted: PostedWork): Promise<void> {
  const { id } = posted;
  const control = new AbortController();
  running.set(id, control);
  try {
    if (posted.type === 'embed' || posted.type === 'rank') await retrieve(id, posted, control.signal);
    else await generate(id, posted, control.signal);
  } catch (thrown) {
    outbox.end({ type: 'failed', id, failure: toFailure(toEngineError(thrown)) });
  } finally {
    running.delete(id);
  }
}

async function generate(id: number, { type, owner, request }: GenerationWork, signal: AbortSignal): Promise<void> {
  const order = { owner, request, signal };
  if (type === 'count') return outbox.end({ type: 'counted', id, tokens: await countPrompt(loaded(runtime), order) });
  await runGeneration(loaded(runtime), { ...order, emit: (event) => outbox.event(id, event) });
  outbox.end({ type: 'done', id });
}

async function retrieve(id: number, ordered: RetrievalWork, signal: AbortSignal): Promise<void> {
  const model = loaded(retrieval);
  if (ordered.type === 'embed') outbox.end({ type: 'embedded', id, ...(await model.embed(ordered, signal)) });
  else outbox.end({ type: 'ranked', id, ...(await model.rank(ordered, signal)) });
}

async function load(settings: RuntimeSettings): Promise<void> {
  if (settings.task === undefined || settings.task === 'chat') runtime = await loadRuntime(settings);
  else retrieval = await loadRetrieval(settings, settings.task);
  send({ type: 'ready', on: loaded(runtime ?? retrieval).on });
}

function receive(message: ToWorker): void {
  switch (message.type) {
    case 'load': {
      const escapes = findEscapes(message.attempts);
      send({ type: 'started', escapes });
      if (escapes.length > 0) return;
      void load(message.settings).catch((thrown: unknown) =>
        send(
          thrown instanceof Error
            ? { type: 'load-failed', reason: thrown.message, stack: thrown.stack }
            : { type: 'load-failed', reason: String(thrown) },
        ),
      );
      return;
    }
    case 'generate':
    case 'count':
    case 'embed':
    case 'rank':
      void work(message);
      return;
    case 'cancel':
      running.get(message.id)?.abort();
      return;
    case 'ping':
      send({ type: 'pong' });
  }
}

process.on('message', (message: Packed<ToWorker>) => receive(unpackMessage(message)));
// The service has exited. Native threads may be running, so the process does not attempt a graceful shutdown.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C goes to the entire process group, and so may a supervisor's signal; the service decides when this process
// ends, so that completions can finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
