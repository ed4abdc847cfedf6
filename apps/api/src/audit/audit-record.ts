import type { AuditEvent, AuditEventKind } from '@org/engine';

/** The actor of the commands. */
export const commandLineActor = 'command-line';

const messages: Readonly<Record<AuditEventKind, string>> = {
  key_created: 'API key created',
  key_rotated: 'API key rotated',
  key_revoked: 'API key revoked',
  key_expired: 'API key expired',
  key_first_used: 'API key used for the first time',
  key_refused: 'API key refused',
  owner_erased: 'owner erased',
};

/** The fixed text of an event in the log. */
export function auditMessage({ kind }: AuditEvent): string {
  return messages[kind];
}

/** The fields of an event in the log. */
export function auditFields(event: AuditEvent, keyName: string | undefined): object {
  const { id, at, lastAt, count, actor, keyId, replacementId, owner, address, reason } = event;
  return {
    auditId: id,
    at: new Date(at).toISOString(),
    ...(lastAt === undefined ? {} : { lastAt: new Date(lastAt).toISOString() }),
    actor,
    ...(keyId === undefined ? {} : { keyId }),
    ...(keyName === undefined ? {} : { keyName }),
    ...(replacementId === undefined ? {} : { replacementId }),
    ...(owner === undefined ? {} : { owner }),
    ...(address === undefined ? {} : { address }),
    ...(reason === undefined ? {} : { reason }),
    ...(count === 1 ? {} : { count }),
  };
}
