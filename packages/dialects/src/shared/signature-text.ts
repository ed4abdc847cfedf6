// How clients carry an upstream's signature. Its bytes do not identify the signer, and another upstream may serve the
// next request, so the signer's name precedes them. It also precedes a signature of this service, where an upstream
// accepts its plain-text reasoning back.
import type { ReasoningPart, ReasoningSignature } from '@org/engine';

const letters = { signature: 's', encrypted: 'e', redacted: 'r' } as const satisfies Record<
  ReasoningSignature['form'],
  string
>;
const forms: Readonly<Record<string, ReasoningSignature['form']>> = { s: 'signature', e: 'encrypted', r: 'redacted' };

/** The dots distinguish it from the base64 signatures that signers create. */
const marked = /^via\.([ser])\.([\w-]+)\.([^]*)$/;
const legacyPlainPattern = /^via\.p\.([\w-]+)\.([^]*)$/;

/** Whether a signature is from an upstream that has a name here. */
export function isNamed({ signer }: ReasoningSignature): boolean {
  return signer !== 'local' && signer !== 'foreign';
}

/**
 * The text that clients carry. Signatures of unknown signers are returned unchanged, and so are those of this
 * service, unless `author` has a name.
 */
export function writeSignature(signature: ReasoningSignature, author?: string): string {
  if (isNamed(signature)) return `via.${letters[signature.form]}.${signature.signer}.${signature.data}`;
  return signature.signer === 'local' ? writeServiceSignature(signature.data, author) : signature.data;
}

/** The text for a signature that this service has just created. */
export function writeServiceSignature(data: string, author?: string): string {
  return author === undefined ? data : `via.p.${author}.${data}`;
}

/** The signature of a named upstream; undefined for every other text. */
export function readSignature(text: string): ReasoningSignature | undefined {
  if (!text.startsWith('via.')) return undefined;
  const [, letter = '', signer = '', data = ''] = marked.exec(text) ?? [];
  const form = forms[letter];
  return form === undefined ? undefined : { signer, form, data };
}

/** A possible signature of this service, and the upstream whose plain text it covers. */
export function readServiceSignature(text: string): { readonly data: string } & Pick<ReasoningPart, 'author'> {
  const [, author = '', data = ''] = text.startsWith('via.p.') ? (legacyPlainPattern.exec(text) ?? []) : [];
  return author === '' ? { data: text } : { data, author };
}
