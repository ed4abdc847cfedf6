import type { DialectId } from '@org/engine';

/** Prefix of a response id, by dialect. */
export const responseIdPrefix = { messages: 'msg', responses: 'resp' } as const satisfies Record<DialectId, string>;

/** Whether an id can belong to a response of this dialect. Decided by the id alone, without reading the response. */
export function isResponseId(dialect: DialectId, id: string): boolean {
  return id.startsWith(`${responseIdPrefix[dialect]}_`);
}

/** The same for a response of any dialect. */
export function isAnyResponseId(id: string): boolean {
  return Object.values(responseIdPrefix).some((prefix) => id.startsWith(`${prefix}_`));
}
