import { errorCodesByStatus, errorStatus } from '@org/protocol/messages/client';
import { errorKinds } from '@org/protocol/responses/client';

/** Says nothing beyond 500 in either dialect, though kinds with other statuses share it as their type. */
const general = 'server_error';

/** The HTTP status that a refusal of this kind has: that of its code, else that of its type, else 500. */
export function failureStatus({ code, type }: { readonly code: string | undefined; readonly type: string | undefined }): number {
  return statusOfCode(code) ?? statusOfType(type) ?? 500;
}

function statusOfCode(code: string | undefined): number | undefined {
  if (code === undefined || code === general) return undefined;
  const kind = errorKinds.find((known) => known.code === code);
  if (kind !== undefined) return kind.status;
  const found = Object.entries(errorCodesByStatus).find(([, codes]) => codes.some((known) => known === code));
  return found === undefined ? undefined : Number(found[0]);
}

function statusOfType(type: string | undefined): number | undefined {
  if (type === undefined || type === general) return undefined;
  return Object.entries(errorStatus).find(([known]) => known === type)?.[1] ?? errorKinds.find((known) => known.type === type)?.status;
}
