import type { Warning } from '@org/engine';

const maxWarnings = 20;
const maxWarningLength = 300;

export const warningHeaderName = 'x-service-warning';

/** The `x-service-warning` header: unsupported parts of the request, one value per warning. */
export function warningHeader(warnings: readonly Warning[] = []): { [warningHeaderName]?: string[] } {
  return warnings.length === 0 ? {} : { [warningHeaderName]: warningTexts(warnings) };
}

/** Each warning as printable ASCII; limited to the first ones. */
export function warningTexts(warnings: readonly Warning[]): string[] {
  return warnings
    .slice(0, maxWarnings)
    .map(({ kind, param, message }) =>
      `${kind} ${param}: ${message}`.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxWarningLength),
    );
}
