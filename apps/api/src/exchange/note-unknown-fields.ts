import type { Exchange } from './exchange.js';

/** Notes a warning for each field of `body` that is not among the `known` ones: where a body is not translated, nobody else looks. */
export function noteUnknownFields(exchange: Exchange, body: unknown, known: Readonly<Record<string, unknown>>): void {
  if (typeof body !== 'object' || body === null) return;
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(known, field));
  if (unknown.length === 0) return;
  exchange.log.warnings = unknown.map((field) => ({ kind: 'ignored', param: field, message: `'${field}' is not known and has no effect.` }));
}
