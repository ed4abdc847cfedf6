// What a search found travels encrypted: the client stores it for the service and sends it back unchanged.
import { arrayOf, asText, type JsonObject, objectOf, type ReasoningSigner, textOf, type WebHit } from '@org/engine';

/** What encrypts and decrypts for one owner. */
export type HitSigner = Pick<ReasoningSigner, 'encrypt' | 'decrypt'>;

/** The content of a search as the client sends it back. */
export interface OpenedHits {
  readonly hits: readonly WebHit[];
  /** How many hits have no text, because this service did not encrypt it for the owner, or it was changed. */
  readonly unreadable: number;
  /** What the model read of the search, if all hits are as the service sent them. */
  readonly outcomeText?: string;
}

/**
 * The hits of a search as `web_search_result`s. `encrypted_content` is the text of a hit; that of the first hit also
 * contains what the model read, so that a later turn starts with the same prompt, which a cache holds.
 */
export function encryptHits(
  signer: Pick<HitSigner, 'encrypt'>,
  hits: readonly WebHit[],
  outcomeText: string,
): readonly JsonObject[] {
  const urls = hits.map(({ url }) => url);
  return hits.map(({ url, title, text, pageAge }, at) => ({
    type: 'web_search_result',
    url,
    title,
    encrypted_content: encryptPassage(signer, url, text, at === 0 ? [outcomeText, ...urls] : []),
    page_age: pageAge ?? null,
  }));
}

/** The hits of a `web_search_tool_result`. Without `signer` none has a text. */
export function openHits(content: unknown, signer: Pick<HitSigner, 'decrypt'> | undefined): OpenedHits {
  const blocks = arrayOf(content).map(objectOf);
  const passages = blocks.map(({ url, encrypted_content: data }) =>
    signer === undefined ? undefined : decryptPassage(signer, textOf(url), textOf(data)),
  );
  const hits = blocks.map(({ url, title, page_age: age }, at): WebHit => {
    const pageAge = asText(age);
    return {
      url: textOf(url),
      title: textOf(title),
      text: passages[at]?.text ?? '',
      ...(pageAge !== undefined && { pageAge }),
    };
  });
  const unreadable = passages.filter((passage) => passage === undefined).length;
  const [outcomeText, ...urls] = passages[0]?.others ?? [];
  const isComplete = unreadable === 0 && urls.length === hits.length && urls.every((url, at) => url === hits[at]?.url);
  return { hits, unreadable, ...(isComplete && outcomeText !== undefined && { outcomeText }) };
}

/**
 * A passage of a page, encrypted. It contains the URL, so that no client can pass it off as a passage of another page.
 * `others`: further texts to encrypt.
 */
export function encryptPassage(
  signer: Pick<HitSigner, 'encrypt'>,
  url: string,
  text: string,
  others: readonly string[] = [],
): string {
  return signer.encrypt(JSON.stringify([url, text, ...others]), 'search-result');
}

function decryptPassage(
  signer: Pick<HitSigner, 'decrypt'>,
  url: string,
  data: string,
): { readonly text: string; readonly others: readonly string[] } | undefined {
  const plain = signer.decrypt(data, 'search-result');
  if (plain === undefined) return undefined;
  const [cited, text, ...others] = arrayOf(JSON.parse(plain));
  return cited === url ? { text: textOf(text), others: others.map(textOf) } : undefined;
}
