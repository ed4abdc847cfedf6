import { EngineError, repairJsonParse, toEngineError } from '@org/engine';
import { findEscapes } from '@org/sandbox';
import { unpackMessage, type Packed } from '../exact-message.js';
import { toFailure, type FromWorker, type PostedWork, type ToWorker } from '../process-messages.js';
import { Outbox } from './outbox.js';
import { countPrompt } from './prompt/prepare-prompt.js';
import { runGeneration } from './run-generation.js';
import { loadRuntime, type Runtime } from './runtime.js';

// Entry point of the model process. It replies to the service's messages and ends with the service.

repairJsonParse();

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

/** Runs one work item; its last reply is sent when all its resources are released. */
async function work({ type, id, owner, request }: PostedWork): Promise<void> {
  const control = new AbortController();
  running.set(id, control);
  const order = { owner, request, signal: control.signal };
  try {
    if (type === 'count') return outbox.end({ type: 'counted', id, tokens: await countPrompt(loaded(), order) });
    await runGeneration(loaded(), { ...order, emit: (event) => outbox.event(id, event) });
    outbox.end({ type: 'done', id });
  } catch (thrown) {
    outbox.end({ type: 'failed', id, failure: toFailure(toEngineError(thrown)) });
  } finally {
    running.delete(id);
  }
}

function receive(message: ToWorker): void {
  switch (message.type) {
    case 'load': {
      const escapes = findEscapes(message.attempts);
      send({ type: 'started', escapes });
      if (escapes.length > 0) return;
      void loadRuntime(message.settings).then(
        (ready) => {
          runtime = ready;
          send({ type: 'ready', on: ready.on });
        },
        (thrown: unknown) =>
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
