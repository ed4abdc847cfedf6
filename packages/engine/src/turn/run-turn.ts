import { YieldTimer } from '../concurrency/yield-timer.js';
import { cancelled } from '../errors/cancelled.js';
import { EngineError, toEngineError } from '../errors/engine-error.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { RunContext } from '../ports/run-context.js';
import { errorWithRequestPaths } from './with-request-paths.js';
import { assembleTurn } from './pipeline/assemble-turn.js';
import { generateTurn, startOfTurn } from './pipeline/generate-turn.js';
import { loadTurn } from './pipeline/load-turn.js';
import { openTools } from './pipeline/open-tools.js';
import { OutputReservation } from './pipeline/output-reservation.js';
import { TurnPersistence } from './pipeline/persist-turn.js';
import { prepareTurn } from './pipeline/prepare-turn.js';
import { resolveMedia } from './pipeline/resolve-media.js';
import { TurnResources } from './pipeline/turn-resources.js';
import type { PreparedTurn, TurnPorts } from './pipeline/turn-state.js';
import type { TurnResponse } from './turn-response.js';
import type { TurnRequest } from './turn-request.js';

/**
 * Runs one turn: load, assemble, resolve media, open tools, prepare, generate (which edits the context first),
 * persist.
 *
 * A stored turn is persisted before its `generation-end` is yielded. A turn that fails or is abandoned after
 * `generation-start` is persisted with its partial output, because the client already knows its id. A turn with
 * `store: false` reads the store only for what it continues, and never writes. A turn holds the lock of its
 * conversation until it has ended, and its items are added together with its record; a turn that lost the lock ends
 * with a `conflict` and adds nothing. Throws EngineErrors only.
 */
export async function* runTurn(
  turn: TurnRequest,
  ports: TurnPorts,
  run: RunContext,
  response: TurnResponse,
): AsyncGenerator<GenerationEvent, void, void> {
  const start = { turn, ports, run };
  const resources = new TurnResources();
  const persistence = new TurnPersistence(start, response, resources);
  const output = new OutputReservation(run);
  const yieldTimer = new YieldTimer();
  let prepared: PreparedTurn | undefined;
  try {
    const loaded = await loadTurn(start, resources);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    const assembled = assembleTurn(loaded);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    const withMedia = await resolveMedia(assembled);
    if (run.signal.aborted) throw cancelled();
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    const withTools = await openTools(withMedia, resources);
    prepared = prepareTurn(withTools);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    for await (const event of generateTurn(prepared)) {
      const sent = event.type === 'generation-start' ? startOfTurn(event, prepared, response) : event;
      persistence.push(sent);
      const reserving = output.push(sent);
      if (reserving !== undefined) await reserving;
      if (sent.type === 'generation-end') await persistence.complete(sent);
      yield sent;
      if (sent.type === 'generation-end') return;
    }
    throw new EngineError('upstream-failed', 'The model stopped in the middle of its response.');
  } catch (thrown) {
    const error = turnError(thrown, { turn, run, response, prepared, resources });
    await persistence.fail(error);
    throw error;
  } finally {
    await persistence.abandon();
    resources.release();
  }
}

interface Failed {
  readonly turn: TurnRequest;
  readonly run: RunContext;
  readonly response: TurnResponse;
  readonly prepared: PreparedTurn | undefined;
  readonly resources: TurnResources;
}

/** The error to report. After an abort or a lost lock, this is the reason for any error of an adapter. */
function turnError(thrown: unknown, { turn, run, response, prepared, resources: { lock } }: Failed): EngineError {
  if (run.signal.aborted) return cancelled(thrown);
  const reason: unknown = lock?.lost.aborted === true ? lock.lost.reason : thrown;
  return errorWithRequestPaths(toEngineError(reason), {
    generation: turn.generation,
    step: prepared?.request,
    requestPaths: response.requestPaths,
  });
}
