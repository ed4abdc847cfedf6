import type { Warning } from '@org/engine';
import { warningTexts } from '../request-context/warning-header.js';

/** A connection has no headers: the first event says what of the request was not honoured. Clients pass over members that they do not know. */
export function attachWarnings(events: readonly object[], warnings: readonly Warning[]): readonly object[] {
  if (warnings.length === 0) return events;
  return events.map((event, index) => (index === 0 ? { ...event, service_warnings: warningTexts(warnings) } : event));
}
