import type { ChainTurn, DialectId, TurnStatus } from '@org/engine/storage';
import { textOf } from './column-values.js';
import { fromKeyText } from './key-text.js';

type Row = Readonly<Record<string, unknown>>;

/** The parts of a turn that have columns of their own, in either database. */
export function toHeader(row: Row): Omit<ChainTurn, 'input' | 'output'> {
  const previousId = row['previous_id'];
  return {
    id: fromKeyText(textOf(row, 'id')),
    dialect: textOf(row, 'dialect') as DialectId, // The writer stores only values of this type.
    status: statusOf(row),
    ...(typeof previousId === 'string' ? { previousId: fromKeyText(previousId) } : {}),
    model: fromKeyText(textOf(row, 'model')),
  };
}

export function statusOf(row: Row): TurnStatus {
  return textOf(row, 'status') as TurnStatus; // As with the dialect.
}
