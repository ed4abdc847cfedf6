import { type GenerationEvent, UsageMeter } from '@org/engine';
import type { Exchange } from '../exchange/exchange.js';
import { noteEvent } from './note-event.js';

/**
 * Runs what asks a model without being a turn: the exchange works until it has ended, and what it cost is noted, however it ends. `work`
 * gives every event that it sees to `note`.
 */
export async function notedWork<Result>(
  exchange: Exchange,
  work: (note: (event: GenerationEvent) => void) => Promise<Result>,
): Promise<Result> {
  const finish = exchange.startWork();
  const meter = new UsageMeter();
  try {
    return await work((event) => {
      meter.push(event);
      noteEvent(exchange, event);
    });
  } finally {
    const { usage } = meter;
    if (usage !== undefined) exchange.log.usage = usage;
    finish();
  }
}
