import { EngineError, toEngineError } from '../../../errors/engine-error.js';
import type { GenerationRequest } from '../../../model/generation-request.js';
import { toFailure, type FromWorker, type ToWorker, type WorkerReply } from '../process-messages.js';
import { Outbox } from './outbox.js';
import { countPrompt } from './prepare-prompt.js';
import { runGeneration } from './run-generation.js';
import { loadRuntime, type Runtime } from './runtime.js';

// The program of the model process. It answers the messages of the service and ends with it.

const running = new Map<number, AbortController>();
let runtime: Runtime | undefined;

const outbox = new Outbox((replies) => send({ type: 'replies', replies }));

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function loaded(): Runtime {
  if (runtime === undefined) throw new EngineError('internal', 'The model is not loaded.');
  return runtime;
}

/** Runs one piece of work; its last message is sent when nothing of it is left. */
async function work(id: number, run: (signal: AbortSignal) => Promise<WorkerReply>): Promise<void> {
  const control = new AbortController();
  running.set(id, control);
  let last: WorkerReply;
  try {
    last = await run(control.signal);
  } catch (thrown) {
    last = { type: 'failed', id, failure: toFailure(toEngineError(thrown)) };
  }
  running.delete(id);
  outbox.end(last);
}

async function generate(id: number, owner: string, request: GenerationRequest, signal: AbortSignal): Promise<WorkerReply> {
  await runGeneration(loaded(), { owner, request, signal, emit: (event) => outbox.event(id, event) });
  return { type: 'done', id };
}

async function count(id: number, owner: string, request: GenerationRequest, signal: AbortSignal): Promise<WorkerReply> {
  return { type: 'counted', id, tokens: await countPrompt(loaded(), { owner, request, signal }) };
}

function receive(message: ToWorker): void {
  switch (message.type) {
    case 'load':
      void loadRuntime(message.settings).then(
        (ready) => {
          runtime = ready;
          send({ type: 'ready' });
        },
        (thrown: unknown) => send(thrown instanceof Error ? { type: 'load-failed', reason: thrown.message, ...(thrown.stack === undefined ? {} : { stack: thrown.stack }) } : { type: 'load-failed', reason: String(thrown) }),
      );
      return;
    case 'generate':
      void work(message.id, (signal) => generate(message.id, message.owner, message.request, signal));
      return;
    case 'count':
      void work(message.id, (signal) => count(message.id, message.owner, message.request, signal));
      return;
    case 'cancel':
      running.get(message.id)?.abort();
      return;
    case 'ping':
      send({ type: 'pong' });
  }
}

process.on('message', receive);
// The service is gone. Native threads may be at work, so no tidy end is tried.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C goes to the whole process group, and so may a supervisor's signal; the service decides when this process ends, so that
// answers can be finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
