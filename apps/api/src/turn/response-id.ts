import type { DialectId } from '@org/engine';

/** Prefix of an answer's id, by dialect. */
export const responseIdPrefix = { messages: 'msg', responses: 'resp' } as const satisfies Record<DialectId, string>;

/** Whether an id can be that of an answer in this dialect. Told by the id alone: what it names need not be read. */
export function isResponseId(dialect: DialectId, id: string): boolean {
  return id.startsWith(`${responseIdPrefix[dialect]}_`);
}

/** The same for an answer in whichever dialect. */
export function isAnyResponseId(id: string): boolean {
  return Object.values(responseIdPrefix).some((prefix) => id.startsWith(`${prefix}_`));
}
