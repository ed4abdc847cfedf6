import type { ApiKeyRecord, AuditEvent } from '@org/engine';
import { formatTable, formatTime } from './format-table.js';

const heads = ['TIME', 'EVENT', 'KEY', 'NAME', 'OWNER', 'ACTOR', 'ADDRESS', 'COUNT', 'DETAIL'] as const;

/** Formats events as a table. `keys` gives the names of keys, also of revoked ones. */
export function describeAuditEvents(events: readonly AuditEvent[], keys: readonly ApiKeyRecord[]): string {
  const byId = new Map(keys.map((key) => [key.id, key]));
  return formatTable([
    heads,
    ...events.map((event) => {
      const { at, kind, keyId = '-', owner, actor, address = '-', count } = event;
      const key = byId.get(keyId);
      const ownerOrNone = owner ?? key?.owner ?? '-';
      return [
        formatTime(at),
        kind,
        keyId,
        key?.name ?? '-',
        ownerOrNone,
        actor,
        address,
        String(count),
        detailOf(event),
      ];
    }),
  ]);
}

function detailOf({ reason, replacementId, lastAt }: AuditEvent): string {
  return [
    ...(reason === undefined ? [] : [reason]),
    ...(replacementId === undefined ? [] : [`replaced by ${replacementId}`]),
    ...(lastAt === undefined ? [] : [`last ${formatTime(lastAt)}`]),
  ].join(', ');
}
