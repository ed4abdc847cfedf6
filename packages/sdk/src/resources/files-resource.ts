import type { FileCreateParams, FileListParams } from '@org/protocol/responses';
import type { FileDeleted, FileObject, FileObjectsPage } from '../responses/response-types.js';
import type { RequestOptions } from '../client-options.js';
import type { KnownFields } from '../known-fields.js';
import { formOf } from '../transport/form.js';
import type { Transport } from '../transport/transport.js';
import { Page } from './page.js';
import { pathSegment } from './path-segment.js';
import { withQuery } from './with-query.js';

/** What a file is made from. */
export interface FileParams extends Partial<Pick<KnownFields<FileCreateParams>, 'expires_after' | 'purpose'>> {
  /**
   * The content: a `File`, or a `Blob` with a separate `filename`. The media type is its `type`, or else derived from
   * its name.
   */
  readonly file: Blob;
  /** Default the name of the `File`. */
  readonly filename?: string | undefined;
}

const root = '/v1/files';

/** Files that requests of either dialect name by their ids: `/v1/files`. */
export class FilesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Uploads a file. Default `purpose`: `user_data`. Throws ApiError 413 for a file that is too large, and like all
   * calls ApiError and ConnectionError.
   */
  async create(
    { file, filename, purpose = 'user_data', expires_after: expiry }: FileParams,
    options?: RequestOptions,
  ): Promise<FileObject> {
    // A form converts any other value to a text.
    if (!(file instanceof Blob))
      throw new TypeError(
        'file must be a File or a Blob, such as `new Blob([bytes])`, or the result of `openAsBlob(path)` of node:fs.',
      );
    const expiring = Object.entries(expiry ?? {}).map(([name, value]) => [`expires_after[${name}]`, String(value)]);
    const form = formOf({ purpose, ...Object.fromEntries(expiring) }, file, filename ?? nameOf(file));
    return (await this.#transport.json({ method: 'POST', path: root, form, once: true }, options)) as FileObject;
  }

  /** All files, the newest first. `limit` is that of a page. */
  list(params: KnownFields<FileListParams> = {}, options?: RequestOptions): Page<FileObject, FileObjectsPage> {
    return new Page(
      async (after = params.after) =>
        (await this.#json('GET', withQuery(root, { ...params, after }), options)) as FileObjectsPage,
    );
  }

  /** Throws ApiError 404 when there is none of this key under this id; so do the methods below. */
  async retrieve(id: string, options?: RequestOptions): Promise<FileObject> {
    return (await this.#json('GET', pathOf(id), options)) as FileObject;
  }

  /** Streams the bytes of a file. Throws StreamError when they are aborted or idle for `idleTimeoutMs`. */
  content(id: string, options: RequestOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    return this.#transport.bytes({ method: 'GET', path: `${pathOf(id)}/content` }, options);
  }

  /** Forgets a file. What names it cannot be asked again. */
  async delete(id: string, options?: RequestOptions): Promise<FileDeleted> {
    return (await this.#json('DELETE', pathOf(id), options)) as FileDeleted;
  }

  async #json(method: 'GET' | 'DELETE', path: string, options: RequestOptions | undefined): Promise<unknown> {
    return await this.#transport.json({ method, path }, options);
  }
}

/** A blob without a name has that which a `FormData` gives it. */
function nameOf(file: Blob): string {
  return 'name' in file && typeof file.name === 'string' ? file.name : 'blob';
}

function pathOf(id: string): string {
  return `${root}/${pathSegment(id)}`;
}
