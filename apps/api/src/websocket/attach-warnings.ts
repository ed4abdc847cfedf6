import type { Warning } from '@org/engine';
import { warningTexts } from '../request-context/warning-header.js';

/**
 * A connection has no headers: the first of the events contains the unsupported parts of the request. Clients ignore unknown
 * members.
 */
export function attachWarnings(events: readonly object[], warnings: readonly Warning[]): readonly object[] {
  if (warnings.length === 0) return events;
  return events.map((event, index) => (index === 0 ? { ...event, service_warnings: warningTexts(warnings) } : event));
}
