import type { ModelList } from '@org/protocol/responses';
import type { Model } from '../responses/response-types.js';
import { readList } from '../responses/read-list.js';
import type { RequestOptions } from '../client-options.js';
import type { Transport } from '../transport/transport.js';
import { pathSegment } from './path-segment.js';

/** What can be named as `model`: `/v1/models`. */
export class ModelsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All models of this service. Throws ApiError, ConnectionError, as all calls do. */
  async list(options?: RequestOptions): Promise<readonly Model[]> {
    return readList<ModelList>(await this.#transport.json({ method: 'GET', path: '/v1/models' }, options)).data;
  }

  /** Throws ApiError 404 when there is none of this name. */
  async retrieve(id: string, options?: RequestOptions): Promise<Model> {
    return (await this.#transport.json({ method: 'GET', path: `/v1/models/${pathSegment(id)}` }, options)) as Model;
  }
}
