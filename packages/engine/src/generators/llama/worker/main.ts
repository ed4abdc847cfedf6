import { EngineError, toEngineError } from '../../../errors/engine-error.js';
import type { GenerationRequest } from '../../../model/generation-request.js';
import { toFailure, type FromWorker, type ToWorker } from '../process-messages.js';
import { preparePrompt } from './prepare-prompt.js';
import { runGeneration } from './run-generation.js';
import { loadRuntime, type Runtime } from './runtime.js';

// The program of the model process. It answers the messages of the service and ends with it.

const running = new Map<number, AbortController>();
let runtime: Runtime | undefined;

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function loaded(): Runtime {
  if (runtime === undefined) throw new EngineError('internal', 'The model is not loaded.');
  return runtime;
}

async function generate(id: number, owner: string, request: GenerationRequest): Promise<void> {
  const control = new AbortController();
  running.set(id, control);
  try {
    await runGeneration(loaded(), { owner, request, signal: control.signal, emit: (event) => send({ type: 'events', id, events: [event] }) });
    send({ type: 'done', id });
  } catch (thrown) {
    send({ type: 'failed', id, failure: toFailure(toEngineError(thrown)) });
  } finally {
    running.delete(id);
  }
}

function count(id: number, request: GenerationRequest): void {
  try {
    send({ type: 'counted', id, tokens: preparePrompt(loaded(), request).tokens.length });
  } catch (thrown) {
    send({ type: 'failed', id, failure: toFailure(toEngineError(thrown)) });
  }
}

function receive(message: ToWorker): void {
  switch (message.type) {
    case 'load':
      void loadRuntime(message.settings).then(
        (ready) => {
          runtime = ready;
          send({ type: 'ready' });
        },
        (thrown: unknown) => send({ type: 'load-failed', reason: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }),
      );
      return;
    case 'generate':
      void generate(message.id, message.owner, message.request);
      return;
    case 'count':
      count(message.id, message.request);
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
// Ctrl-C goes to the whole process group; the service decides when this process ends, so that answers can be finished.
process.on('SIGINT', () => undefined);
