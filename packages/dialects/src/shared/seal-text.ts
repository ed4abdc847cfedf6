// How a seal of an upstream travels through clients. Its bytes say nothing of who made them, and the next request may be
// answered by another upstream, so the issuer's name stands before them.
import type { ReasoningSeal } from '@org/engine/model/reasoning-seal';

const letters = { signature: 's', encrypted: 'e', redacted: 'r' } as const satisfies Record<ReasoningSeal['form'], string>;
const forms: Readonly<Record<string, ReasoningSeal['form']>> = { s: 'signature', e: 'encrypted', r: 'redacted' };

/** The dots keep it apart from every seal as issuers make them, which are base64. */
const marked = /^via\.([ser])\.([\w-]+)\.([^]*)$/;

/** Whether a seal comes from an upstream that has a name here. */
export function isNamed({ issuer }: ReasoningSeal): boolean {
  return issuer !== 'local' && issuer !== 'foreign';
}

/** The text that clients carry. Seals of this service, and of those whom nobody here knows, are their own text. */
export function writeSeal(seal: ReasoningSeal): string {
  return isNamed(seal) ? `via.${letters[seal.form]}.${seal.issuer}.${seal.data}` : seal.data;
}

/** The seal of a named upstream; undefined for every other text. */
export function readSeal(text: string): ReasoningSeal | undefined {
  if (!text.startsWith('via.')) return undefined;
  const [, letter = '', issuer = '', data = ''] = marked.exec(text) ?? [];
  const form = forms[letter];
  return form === undefined ? undefined : { issuer, form, data };
}
