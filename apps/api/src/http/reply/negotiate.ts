// Content negotiation of files and documents (RFC 9110, section 12).

/** An encoding of responses that are compressed before a request. */
export type Encoding = 'br' | 'gzip';

/** In order of preference: the smallest first. */
const preferred: readonly Encoding[] = ['br', 'gzip'];

/** Whether a client names HTML. Browsers do; curl and SDKs accept any type, and get text. */
export function asksForHtml(accept: string | undefined): boolean {
  return (weightsOf(accept).get('text/html') ?? 0) > 0;
}

/** The encoding of a response: the smallest of `available` that the client accepts; undefined without any. */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  const weights = weightsOf(acceptEncoding);
  const others = weights.get('*') ?? 0;
  return preferred.find((encoding) => available.includes(encoding) && (weights.get(encoding) ?? others) > 0);
}

/** Whether a client has one of the representations that `if-none-match` lists. */
export function hasRepresentation(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const listed = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return listed.includes('*') || listed.includes(etag);
}

/** The values of a header such as `text/html, * / *;q=0.8`, each with its weight. */
function weightsOf(header: string | undefined): ReadonlyMap<string, number> {
  return new Map(
    (header ?? '').split(',').map((one) => {
      const [value = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [value, weight === undefined ? 1 : Number(weight)];
    }),
  );
}
