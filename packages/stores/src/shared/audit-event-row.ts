import { type AuditEvent, auditEventKinds, type RefusalReason } from '@org/engine/storage';
import { numberOf, textOf } from './column-values.js';
import { fromKeyText, toKeyText } from './key-text.js';

/** The columns of a row of `audit_event` in the order of {@link auditEventValues}. */
export const auditEventColumns = 'id, kind, at, last_at, count, actor, key_id, replacement_id, owner, address, reason';

const reasons: readonly RefusalReason[] = ['wrong', 'revoked', 'expired'];

/** The values of an event for either database. */
export function auditEventValues(event: AuditEvent): readonly (string | number | null)[] {
  const { id, kind, at, lastAt = at, count, actor, keyId, replacementId, owner, address, reason } = event;
  return [
    toKeyText(id),
    kind,
    at,
    lastAt,
    count,
    toKeyText(actor),
    textOrNull(keyId),
    textOrNull(replacementId),
    textOrNull(owner),
    textOrNull(address),
    reason ?? null,
  ];
}

/** The event of a row of either database. */
export function toAuditEvent(row: Readonly<Record<string, unknown>>): AuditEvent {
  const kind = auditEventKinds.find((each) => each === row['kind']);
  if (kind === undefined) throw new TypeError('Column kind does not contain the kind of an event.');
  const at = numberOf(row, 'at');
  const lastAt = numberOf(row, 'last_at');
  const reason = reasons.find((each) => each === row['reason']);
  return {
    id: fromKeyText(textOf(row, 'id')),
    kind,
    at,
    ...(lastAt === at ? {} : { lastAt }),
    count: numberOf(row, 'count'),
    actor: fromKeyText(textOf(row, 'actor')),
    ...optional('keyId', row['key_id']),
    ...optional('replacementId', row['replacement_id']),
    ...optional('owner', row['owner']),
    ...optional('address', row['address']),
    ...(reason === undefined ? {} : { reason }),
  };
}

function textOrNull(value: string | undefined): string | null {
  return value === undefined ? null : toKeyText(value);
}

function optional<Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: string } {
  return typeof value === 'string'
    ? (Object.fromEntries([[name, fromKeyText(value)]]) as { [Key in Name]: string })
    : {};
}
