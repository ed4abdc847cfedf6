import type { AuditEvent, IdSource, RefusalReason } from '@org/engine';

/** A refused key as the service saw it. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Absent for a wrong key: no key has this hash. */
  readonly keyId?: string;
  readonly owner?: string;
  readonly address?: string;
}

/** How long refusals of one kind from one address count as one event, in milliseconds. */
const windowMs = 3_600_000;

/** Maximum number of kinds and addresses in a window. Refusals beyond it count as of an unknown address. */
const maxEvents = 1_000;

interface Counted {
  readonly event: AuditEvent;
  readonly stored: boolean;
}

/** Counts refusals by address, key and reason, so that an attacker causes one event an hour and not one a request. */
export class KeyRefusals {
  readonly #counted = new Map<string, Counted>();

  constructor(private readonly ids: IdSource) {}

  add(refusal: Refusal, now: number): void {
    const { reason, keyId, owner } = refusal;
    const isFull = this.#counted.size >= maxEvents && !this.#counted.has(nameOf(refusal));
    const address = isFull ? undefined : refusal.address;
    const name = nameOf(isFull ? { reason } : refusal);
    const known = this.#counted.get(name)?.event;
    const event: AuditEvent =
      known === undefined
        ? {
            id: this.ids.next('audit'),
            kind: 'key_refused',
            at: now,
            count: 1,
            actor: 'client',
            reason,
            ...(keyId === undefined || isFull ? {} : { keyId }),
            ...(owner === undefined || isFull ? {} : { owner }),
            ...(address === undefined ? {} : { address }),
          }
        : { ...known, lastAt: Math.max(now, known.at), count: known.count + 1 };
    this.#counted.set(name, { event, stored: false });
  }

  /** The events that changed since they were stored. */
  changed(): readonly AuditEvent[] {
    return [...this.#counted.values()].filter(({ stored }) => !stored).map(({ event }) => event);
  }

  /** Marks events as stored, unless they changed meanwhile, and returns those whose window has ended. */
  markStored(events: readonly AuditEvent[], now: number): readonly AuditEvent[] {
    const stored = new Set(events);
    const ended: AuditEvent[] = [];
    for (const [name, counted] of this.#counted) {
      if (!counted.stored && !stored.has(counted.event)) continue;
      if (now - counted.event.at < windowMs) this.#counted.set(name, { ...counted, stored: true });
      else {
        this.#counted.delete(name);
        ended.push(counted.event);
      }
    }
    return ended;
  }
}

function nameOf({ reason, keyId = '', address = '' }: Refusal): string {
  return `${reason} ${keyId} ${address}`;
}
