import { YieldTimer } from '../../concurrency/yield-timer.js';
import { cancelled } from '../../errors/cancelled.js';
import { EngineError, toEngineError } from '../../errors/engine-error.js';
import type { GenerationEnd, GenerationEvent } from '../../model/generation-event.js';
import { ResultCollector } from '../../model/generation-result.js';
import type { CompletedAttempt } from '../../ports/idempotency-store.js';
import { lockLost } from '../conversation-locks/held-ticket.js';
import type { TurnResponse } from '../turn-response.js';
import { additionOf, toTurnRecord } from '../turn-record.js';
import type { TurnResources } from './turn-resources.js';
import type { TurnStart } from './turn-state.js';

/**
 * Stage 7: writes the ended turn, once. A completed turn is persisted before its client receives the end; a turn that
 * fails or is abandoned after its start is persisted with its partial output, because the client knows its id.
 */
export class TurnPersistence {
  readonly #collector = new ResultCollector();
  #phase: 'not-started' | 'running' | 'written' = 'not-started';

  constructor(
    readonly start: TurnStart,
    readonly response: TurnResponse,
    readonly resources: TurnResources,
  ) {}

  /** Collects an event that the client is about to receive. */
  push(event: GenerationEvent): void {
    this.#collector.push(event);
    if (event.type !== 'generation-end') this.#phase = 'running';
  }

  /** Writes the turn that `end` completes, and releases its conversation. Throws what the store throws. */
  async complete(end: GenerationEnd): Promise<void> {
    await this.#settle(end);
    this.resources.lock?.release();
  }

  /** Writes a started, unwritten turn with `error`. A write failure is dropped, because `error` is the one to report. */
  async fail(error: EngineError): Promise<void> {
    if (this.#phase === 'running') await this.#settle(error).catch(() => undefined);
  }

  /** The consumer stopped reading: the turn is written as cancelled, unless it has ended. */
  async abandon(): Promise<void> {
    if (this.#phase === 'running') await this.fail(cancelled());
  }

  async #settle(end: GenerationEnd | EngineError): Promise<void> {
    const { response, start } = this;
    this.#phase = 'written';
    if (!start.turn.state.store) return;
    const outcome = { result: this.#collector.result(), ...(end instanceof EngineError ? { error: end } : {}) };
    const yieldTimer = new YieldTimer();
    const record = toTurnRecord(start.turn, start.run.owner, response, outcome);
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    const addition = additionOf(start.turn, record, this.resources.lock?.ticket);
    const write = async (completedAttempt?: CompletedAttempt): Promise<void> => {
      const written = await start.ports.store
        .putTurn(record, completedAttempt === undefined ? addition : { ...addition, completedAttempt })
        .catch((thrown: unknown) =>
          this.#rejectWrite(thrown, addition.conversation !== undefined || completedAttempt !== undefined),
        );
      if (!written) throw new EngineError('cancelled', 'Another request ended the response before it was complete.');
      if (addition.conversation !== undefined) this.resources.lock?.release(true);
    };
    if (end instanceof EngineError || response.persist === undefined) await write();
    else await response.persist({ end, result: outcome.result }, write);
  }

  /** A lost lock: nothing was written, so the turn is still to be written as failed. */
  #rejectWrite(thrown: unknown, mayConflict: boolean): never {
    const { code, param } = toEngineError(thrown);
    if (!mayConflict || code !== 'conflict') throw thrown;
    this.#phase = 'running';
    throw param === 'conversation' ? lockLost(thrown) : thrown;
  }
}
