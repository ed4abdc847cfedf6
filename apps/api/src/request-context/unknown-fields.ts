import type { Warning } from '@org/engine';
import type { RequestContext } from './request-context.js';

/**
 * Records a warning for each field of `body` that is not among the `known` ones: an untranslated body has no other
 * check.
 */
export function recordUnknownFields(
  requestContext: RequestContext,
  body: unknown,
  known: Readonly<Record<string, unknown>>,
): void {
  const warnings = unknownFields(body, known);
  if (warnings.length > 0) requestContext.log.warnings = warnings;
}

/** A warning for each field of `body` that is not among the `known` ones. */
export function unknownFields(body: unknown, known: Readonly<Record<string, unknown>>): readonly Warning[] {
  if (typeof body !== 'object' || body === null) return [];
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(known, field));
  return unknown.map((field) => ({
    kind: 'ignored',
    param: field,
    message: `'${field}' is unknown; the service ignores it.`,
  }));
}
