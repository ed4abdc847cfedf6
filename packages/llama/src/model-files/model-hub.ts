import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import { EngineError, readRetryAfter, retryAfterIn } from '@org/engine';
import { readTree, type HubEntry } from './hub-tree.js';
import { formatModelReference, type ModelReference } from './model-reference.js';

/** The public hub; HF_ENDPOINT names another hub or a mirror. */
const defaultHubUrl = 'https://huggingface.co';

export interface HubOptions {
  /** Default: the hub of Hugging Face. */
  readonly endpoint?: string;
  /** Sent to the endpoint's origin and nowhere else. */
  readonly token?: string;
}

/** What the hub states of a file. */
export interface HubFile {
  /** Where its bytes are now; may stop working after a while. */
  readonly url: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** A response with the bytes of a file from an offset on. */
export interface HubBytes {
  /** Position of the first byte. */
  readonly from: number;
  readonly body: AsyncIterable<Buffer> & { destroy(): unknown };
}

type HubResponse = Dispatcher.ResponseData;

const maxRedirects = 5;
/** Pages of a list of files, of a thousand each. */
const maxPages = 20;
const silenceMs = 30_000;

/** Reads model files from a hub with the Hugging Face API. It uses the proxies of the environment. */
export class ModelHub {
  readonly #endpoint: URL;
  readonly #token: string | undefined;
  readonly #agent = new EnvHttpProxyAgent({ headersTimeout: silenceMs, bodyTimeout: silenceMs });

  /** Throws `invalid-request` for an endpoint that is no http(s) URL, and for a token that cannot be sent. */
  constructor({ endpoint = defaultHubUrl, token }: HubOptions = {}) {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
      throw new EngineError('invalid-request', 'HF_ENDPOINT must be an http or https URL');
    this.#endpoint = url;
    // A token that was read from a file often ends with its line.
    const trimmed = token?.trim() ?? '';
    if (!/^[\x21-\x7e]*$/.test(trimmed))
      throw new EngineError('invalid-request', 'HF_TOKEN must consist of ASCII characters without spaces');
    this.#token = trimmed === '' ? undefined : trimmed;
  }

  /** Throws `not-found`, `forbidden` with a hint on the token, or `upstream-failed`. */
  async locate(reference: ModelReference, signal: AbortSignal): Promise<HubFile> {
    const name = formatModelReference(reference);
    const path = [...reference.repo.split('/'), 'resolve', reference.revision, ...reference.file.split('/')]
      .map(encodeURIComponent)
      .join('/');
    let url = new URL(`${this.#endpoint.href.replace(/\/+$/, '')}/${path}`);
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const { statusCode, headers, body } = await this.#request('HEAD', url, {}, signal);
      await body.dump();
      const next = locationOf(headers, url);
      const sha256 = hashOf(headers['x-linked-etag']) ?? (next === undefined ? hashOf(headers['etag']) : undefined);
      const size = Number(headers['x-linked-size'] ?? (next === undefined ? headers['content-length'] : undefined));
      if (statusCode < 400 && sha256 !== undefined && Number.isSafeInteger(size))
        return { url: (next ?? url).href, size, sha256 };
      if (next === undefined || statusCode < 300 || statusCode >= 400) throw this.#refusal(statusCode, name, headers);
      url = next;
    }
    throw new EngineError('upstream-failed', `${this.#endpoint.host} redirects ${name} too often`);
  }

  /** Lists the files of a repository. Throws like {@link locate}. */
  async list(repo: string, revision: string, signal: AbortSignal): Promise<readonly HubEntry[]> {
    const name = `hf:${repo}${revision === 'main' ? '' : `@${revision}`}`;
    const path = [...repo.split('/'), 'tree', revision].map(encodeURIComponent).join('/');
    const entries: HubEntry[] = [];
    let url: URL | undefined = new URL(`${this.#endpoint.href.replace(/\/+$/, '')}/api/models/${path}?recursive=true`);
    for (let pages = 0; url !== undefined && pages < maxPages; pages += 1) {
      const { statusCode, headers, body } = await this.#request('GET', url, {}, signal);
      if (statusCode !== 200) {
        body.on('error', () => undefined).destroy();
        throw this.#refusal(statusCode, name, headers);
      }
      entries.push(...readTree(await body.text()));
      url = nextPage(headers, url);
    }
    return entries;
  }

  /** Reads the bytes from `from` on, or all of them when the server does not support ranges. */
  async read(file: HubFile, from: number, signal: AbortSignal): Promise<HubBytes> {
    let url = new URL(file.url);
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const { statusCode, headers, body } = await this.#request(
        'GET',
        url,
        from === 0 ? {} : { range: `bytes=${from}-` },
        signal,
      );
      const next = locationOf(headers, url);
      if (statusCode >= 300 && statusCode < 400 && next !== undefined) {
        await body.dump();
        url = next;
        continue;
      }
      if (statusCode === 200) return { from: 0, body };
      if (statusCode === 206 && String(headers['content-range'] ?? '').startsWith(`bytes ${from}-`))
        return { from, body };
      body.on('error', () => undefined).destroy();
      throw failed(url.host, statusCode, headers);
    }
    throw new EngineError('upstream-failed', `${url.host} redirects too often`);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #request(
    method: 'GET' | 'HEAD',
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<HubResponse> {
    const own =
      url.origin === this.#endpoint.origin && this.#token !== undefined
        ? { authorization: `Bearer ${this.#token}` }
        : {};
    try {
      return await request(url, {
        method,
        dispatcher: this.#agent,
        signal,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'model-response-service', ...own, ...headers },
      });
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no response';
      throw new EngineError('upstream-failed', `cannot reach ${url.host} (${code})`, { cause });
    }
  }

  #refusal(status: number, name: string, headers: Headers): EngineError {
    const { host } = this.#endpoint;
    switch (status) {
      case 401:
      case 403:
        return this.#token === undefined
          ? new EngineError(
              'forbidden',
              `${host} does not give public access to ${name}, or it does not exist; if you have access, set HF_TOKEN`,
            )
          : new EngineError(
              'forbidden',
              `${host} does not give the owner of HF_TOKEN access to ${name}; accept its licence on its page if it requires one`,
            );
      case 404:
        return new EngineError('not-found', `${name} does not exist at ${host}`);
      default:
        return status < 400
          ? new EngineError(
              'upstream-failed',
              `${host} reports no sha256 of ${name}, which is needed to verify the download`,
              {
                retryable: false,
              },
            )
          : failed(host, status, headers);
    }
  }
}

type Headers = HubResponse['headers'];

function failed(host: string, status: number, headers: Headers): EngineError {
  const retryAfter = readRetryAfter(retryAfterIn(headers));
  return new EngineError('upstream-failed', `${host} responded with status ${status}`, { retryAfter });
}

function locationOf({ location }: Headers, base: URL): URL | undefined {
  return typeof location === 'string' && URL.canParse(location, base.href) ? new URL(location, base) : undefined;
}

/** The next page of a list, at the same server. */
function nextPage({ link }: Headers, base: URL): URL | undefined {
  const [, target] = /<([^>]+)>;\s*rel="?next"?/.exec(typeof link === 'string' ? link : '') ?? [];
  const next = target !== undefined && URL.canParse(target, base.href) ? new URL(target, base) : undefined;
  return next?.origin === base.origin ? next : undefined;
}

function hashOf(etag: Headers[string]): string | undefined {
  return typeof etag === 'string' ? /^(?:W\/)?"?([\da-f]{64})"?$/i.exec(etag)?.[1]?.toLowerCase() : undefined;
}
