import { errorCodesByStatus, errorStatus } from '@org/protocol/messages/client';
import { findFailureStatus } from '@org/protocol/responses/client';

/** The HTTP status of an error in either dialect: by its code, else by its type, else 500. */
export function failureStatus({
  code,
  type,
}: {
  readonly code: string | undefined;
  readonly type: string | undefined;
}): number {
  return statusOfCode(code) ?? statusOfType(type) ?? 500;
}

function statusOfCode(code: string | undefined): number | undefined {
  if (code === undefined) return undefined;
  const found = Object.entries(errorCodesByStatus).find(([, codes]) => codes.some((known) => known === code));
  return found === undefined ? findFailureStatus(code) : Number(found[0]);
}

function statusOfType(type: string | undefined): number | undefined {
  if (type === undefined) return undefined;
  return Object.entries(errorStatus).find(([known]) => known === type)?.[1] ?? findFailureStatus(type);
}
