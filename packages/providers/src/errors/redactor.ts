import { isIPv6 } from 'node:net';

/** What clients see in place of a secret. */
export const redacted = '[redacted]';
/** Minimum length of a secret, in characters: a shorter one is a common word. */
const minSecretLength = 6;
const minHostLength = 3;
/** Minimum length of half a secret: a shorter one may be a name. */
const minHalfLength = 10;
/** Minimum number of letters and digits that are no words of a sentence. */
const minLetters = 16;

/** What the text of an upstream may repeat and no client may see. */
export interface Secrets {
  /** Keys, header values and the like. */
  readonly values: readonly string[];
  /** Names and addresses of servers, with and without a port. They match complete words only. */
  readonly hosts: readonly string[];
}

/** Removes what no client may see from texts of an upstream. */
export interface TextRedactor {
  /** The text without secrets; `undefined` when it contains one in a form that cannot be separated from it. */
  redact(text: string): string | undefined;
  /** Whether a text is free of secrets. */
  accepts(text: string): boolean;
}

/** The patterns of one secret. */
interface SecretPatterns {
  /** In the encodings that can be removed from a text. */
  readonly known: RegExp;
  /** Within other characters: for decoded text, in which words have no limits. */
  readonly anywhere: RegExp | undefined;
  /** Its letters and digits, as written and in hexadecimal, where they are many enough to be no words. */
  readonly letters: readonly string[];
}

/** Removes the secrets of one upstream from its text: its own, in any of several encodings, and what looks like one. */
export class Redactor implements TextRedactor {
  readonly #secrets: readonly SecretPatterns[];
  readonly #known: RegExp | undefined;
  /** All secrets as one, because most texts have none. */
  readonly #all: Omit<SecretPatterns, 'known'>;

  constructor({ values, hosts }: Secrets) {
    const secrets = [
      ...longEnough(values, minSecretLength)
        .flatMap((value) => [value, ...halvesOf(value)])
        .map((value) => ({ known: formsOf(value), anywhere: formsOf(value), letters: letterFormsOf(value) })),
      ...longEnough(hosts, minHostLength).map((host) => ({
        known: hostFormsOf(host),
        anywhere: host.length >= minSecretLength && /[.:/]/.test(host) ? formsOf(host) : [],
        letters: [],
      })),
    ];
    this.#known = anyOf(secrets.flatMap(({ known }) => known));
    this.#all = {
      anywhere: anyOf(secrets.flatMap(({ anywhere }) => anywhere)),
      letters: secrets.flatMap(({ letters }) => letters),
    };
    this.#secrets = secrets.flatMap(({ known: forms, anywhere, letters }) => {
      const known = anyOf(forms);
      return known === undefined ? [] : [{ known, anywhere: anyOf(anywhere), letters }];
    });
  }

  redact(text: string): string | undefined {
    if (stackTrace.test(text)) return undefined;
    if (isIn(this.#all, text) && this.#secrets.some((secret) => isHidden(secret, text))) return undefined;
    const clean = this.#known === undefined ? text : text.replaceAll(this.#known, redacted);
    return lookalikes
      .reduce((current, [pattern, replacement]) => current.replaceAll(pattern, replacement), clean)
      .replaceAll(ipv6Candidate, (found) => (isIPv6(found) ? redacted : found));
  }

  accepts(text: string): boolean {
    return this.redact(text) === text;
  }
}

/**
 * Whether a text contains the secret in another form than those that are removed. Only this secret is removed before:
 * another one that is a part of it would break its form and leave the rest.
 */
function isHidden(secret: SecretPatterns, text: string): boolean {
  return isIn(secret, text.replaceAll(secret.known, redacted));
}

/** Whether a text contains the secret once it is decoded. */
function isIn({ anywhere, letters }: Omit<SecretPatterns, 'known'>, text: string): boolean {
  if (anywhere !== undefined && decodings.some((decode) => decode(text).search(anywhere) !== -1)) return true;
  const written = letters.length === 0 ? '' : lettersOf(text);
  return letters.some((form) => written.includes(form));
}

function longEnough(texts: readonly string[], minLength: number): readonly string[] {
  return texts.filter(({ length }) => length >= minLength);
}

/** A text without what may separate or decorate its letters and digits. */
function lettersOf(text: string): string {
  return withNarrowCharacters(text)
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '')
    .toLowerCase();
}

/** Characters of full width as the ones of ASCII. Unicode's own normalization makes some texts many times longer. */
function withNarrowCharacters(text: string): string {
  return text.replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfe_e0));
}

function anyOf(patterns: readonly string[]): RegExp | undefined {
  // The longest first: one may be the start of another.
  const sorted = [...new Set(patterns)].toSorted((a, b) => b.length - a.length);
  return sorted.length === 0 ? undefined : new RegExp(sorted.join('|'), 'gi');
}

/** Patterns of a secret: as written, percent-encoded, hexadecimal, and in base64 at any offset of a longer text. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].flatMap((offset) => base64At(bytes, offset));
  const others = [secret, encodeURIComponent(secret), bytes.toString('hex'), ...inBase64];
  return others.filter(({ length }) => length >= minSecretLength).map((form) => escaped(form));
}

/** The start and the end of a long secret: upstreams shorten what they quote. */
function halvesOf(secret: string): readonly string[] {
  const half = Math.ceil(secret.length / 2);
  return half < minHalfLength ? [] : [secret.slice(0, half), secret.slice(-half)];
}

function letterFormsOf(secret: string): readonly string[] {
  return [secret, Buffer.from(secret).toString('hex')].map(lettersOf).filter(({ length }) => length >= minLetters);
}

/** The characters of base64 that depend on `bytes` alone when `offset` bytes precede them, in both alphabets. */
function base64At(bytes: Buffer, offset: number): readonly string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const own = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}

function hostFormsOf(host: string): readonly string[] {
  const words = [host, encodeURIComponent(host)].map((form) => String.raw`(?<![\w-])${escaped(form)}(?![\w-])`);
  return host.length < minSecretLength ? words : [...words, ...formsOf(host).slice(2)];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Other forms in which an upstream may quote: the text is hidden when a secret appears in one of them. */
const decodings: readonly ((text: string) => string)[] = [
  (text) => percentDecoded(text),
  (text) => percentDecoded(percentDecoded(text)),
  (text) =>
    text
      .replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, long, short) => characterOf(long ?? short))
      .replaceAll('\\', ''),
  (text) => text.replaceAll(/&#x([\da-f]{1,6});/gi, (_, hex) => characterOf(hex)),
  (text) => text.replaceAll(/&#(\d{1,7});/g, (_, digits) => characterOf(Number(digits).toString(16))),
  (text) => withNarrowCharacters(text).replaceAll(/[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\s\\]+/gu, ''),
];

function percentDecoded(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, hex) => characterOf(hex));
}

function characterOf(hex: unknown): string {
  const code = Number.parseInt(String(hex), 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

const stackTrace = /traceback \(most recent call|\n[ \t]{0,20}at [^\n]{1,300}:\d|\bfile "[^"\n]{1,300}", line \d/i;

/** What looks like a credential, a private address or a path of another machine. Bounded, because the text is untrusted. */
const lookalikes: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(?:sk|gsk|xai|hf|ghp|pplx|nvapi|rk|pk)[-_][\w*.-]{4,200}/g, redacted],
  [/\bAIza[\w-]{10,100}/g, redacted],
  [/\b(bearer|basic) [\w.~+/=*-]{8,4000}/gi, `$1 ${redacted}`],
  [
    /\b(x-api-key|api[-_ ]?key|authorization|password|secret|access[-_]token)(["']{0,2}\s?[:=]\s?["']?)[^\s"',;)}]{4,4000}/gi,
    `$1$2${redacted}`,
  ],
  [/\beyJ[\w-]{8,1000}\.[\w-]{2,8000}(?:\.[\w-]{0,8000})?/g, redacted],
  [/\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g, redacted],
  [/\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/g, `//${redacted}@`],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?!\w|\.\d)/g, redacted],
  [/(?<![\w-])(?:[\w-]{1,63}\.){1,8}(?:local|internal|svc|lan|intranet|corp)(?::\d{1,5})?(?![\w-])/gi, redacted],
  [/(?<![\w-])localhost(?::\d{1,5})?(?![\w-])/gi, redacted],
  [/(?<![\w/.])\/(?:home|users|root|usr|app|opt|var|srv|etc|tmp|mnt|data|workspace)\/[^\s"'`,;)<>]{1,400}/gi, redacted],
];

const ipv6Candidate = /(?<![\w:])(?=[\da-f]*:[\da-f]*:)[\da-f:]{3,39}(?:\.\d{1,3}){0,3}(?![\w:])/gi;
