import type { Warning } from '@org/engine/model/warning';

const mostWarnings = 20;
const longestWarning = 300;

/** The `x-service-warning` header: what of the request was not honoured, one value a warning, as printable ASCII. */
export function warningHeader(warnings: readonly Warning[] = []): { 'x-service-warning'?: string[] } {
  if (warnings.length === 0) return {};
  const values = warnings.slice(0, mostWarnings).map(({ kind, param, message }) => {
    return `${kind} ${param}: ${message}`.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, longestWarning);
  });
  return { 'x-service-warning': values };
}
