import { EngineError } from '@org/engine/errors/engine-error';
import type { PageRequest } from '@org/engine/ports/page';

/** A batch's id as this service makes them; in it, when it was made. */
const batchId = /^msgbatch_([0-9A-Za-z]{7})[0-9A-Za-z]{22}$/;

/**
 * Whether a page in this order that starts behind the batch `cursor` leaves out `id`, should `cursor` not be in the list any more:
 * ids begin with the time at which they were made, in letters that sort by it. What was made in the same millisecond is not left out.
 * Throws `invalid-request` for a `cursor` that no batch ever had; `param` is where it came from.
 */
export function isBefore(cursor: string, order: PageRequest['order'], param: string): (id: string) => boolean {
  const end = timeOf(cursor);
  if (end === undefined) throw new EngineError('invalid-request', `${param}: no batch has this id.`, { param });
  return (id) => {
    const time = timeOf(id) ?? end;
    return order === 'desc' ? time > end : time < end;
  };
}

function timeOf(id: string): string | undefined {
  return batchId.exec(id)?.[1];
}
