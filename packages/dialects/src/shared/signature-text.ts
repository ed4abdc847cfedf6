// How a seal of an upstream travels through clients. Its bytes say nothing of who made them, and the next request may be
// answered by another upstream, so the issuer's name stands before them. So it does before a seal of this service, where an
// upstream takes back what it has said in plain words.
import type { ReasoningPart, ReasoningSignature } from '@org/engine';

const letters = { signature: 's', encrypted: 'e', redacted: 'r' } as const satisfies Record<
  ReasoningSignature['form'],
  string
>;
const forms: Readonly<Record<string, ReasoningSignature['form']>> = { s: 'signature', e: 'encrypted', r: 'redacted' };

/** The dots keep it apart from every seal as issuers make them, which are base64. */
const marked = /^via\.([ser])\.([\w-]+)\.([^]*)$/;
const markedAsPlain = /^via\.p\.([\w-]+)\.([^]*)$/;

/** Whether a seal comes from an upstream that has a name here. */
export function isNamed({ signer }: ReasoningSignature): boolean {
  return signer !== 'local' && signer !== 'foreign';
}

/** The text that clients carry. Seals of those whom nobody here knows are their own text, and so are those of this service, unless `author` has a name. */
export function writeSignature(signature: ReasoningSignature, author?: string): string {
  if (isNamed(signature)) return `via.${letters[signature.form]}.${signature.signer}.${signature.data}`;
  return signature.signer === 'local' ? writeServiceSignature(signature.data, author) : signature.data;
}

/** The same for what this service has just sealed. */
export function writeServiceSignature(data: string, author?: string): string {
  return author === undefined ? data : `via.p.${author}.${data}`;
}

/** The seal of a named upstream; undefined for every other text. */
export function readSignature(text: string): ReasoningSignature | undefined {
  if (!text.startsWith('via.')) return undefined;
  const [, letter = '', signer = '', data = ''] = marked.exec(text) ?? [];
  const form = forms[letter];
  return form === undefined ? undefined : { signer, form, data };
}

/** What may be a seal of this service, and the upstream whose plain words it is for. */
export function readServiceSignature(text: string): { readonly data: string } & Pick<ReasoningPart, 'author'> {
  const [, author = '', data = ''] = text.startsWith('via.p.') ? (markedAsPlain.exec(text) ?? []) : [];
  return author === '' ? { data: text } : { data, author };
}
