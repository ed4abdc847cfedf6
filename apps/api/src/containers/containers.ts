import { parseBody } from '@org/dialects/responses';
import {
  type Clock,
  type ContainerRecord,
  EngineError,
  type IdSource,
  type JsonObject,
  type Store,
  type StoredContainer,
} from '@org/engine';
import { findContainer, uploadedFile } from '@org/hosted-tools';
import { containerCreateParamsSchema, type ContainerCreateParams } from '@org/protocol/responses';
import type { ServiceConfig } from '../config/service-config.js';
import { codeSettingsOf } from '../hosted-tools/code-settings-of.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import type { ContainerPageQuery } from './container-page-query.js';
import { encodeContainer, encodePage } from './container-payload.js';

export interface ContainersOptions {
  readonly config: Pick<ServiceConfig, 'tools'>;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** Containers in the API. A missing one, an expired one and one of another owner are indistinguishable. */
export class Containers {
  readonly #options: ContainersOptions;

  constructor(options: ContainersOptions) {
    this.#options = options;
  }

  async create(owner: string, body: unknown, requestContext: RequestContext): Promise<JsonObject> {
    const params = parseBody(containerCreateParamsSchema, body);
    refuseUnsupported(params);
    const { config, store, ids, clock, storageQuotas } = this.#options;
    const { idleMinutes, maxContainersPerOwner: containers } = codeSettingsOf(config.tools);
    const now = clock.now();
    const record: ContainerRecord = {
      id: ids.next('cntr'),
      owner,
      name: params.name,
      createdAt: now,
      lastActiveAt: now,
      idleMinutes: params.expires_after?.minutes ?? idleMinutes,
      ...(params.memory_limit === undefined ? {} : { memoryMiB: Number.parseInt(params.memory_limit, 10) * 1024 }),
      files: await this.#uploads(owner, params.file_ids ?? [], now),
    };
    const maxStoredBytes = await storageQuotas.admit(requestContext.principal);
    if (!(await store.createContainer(record, { containers, maxStoredBytes })))
      throw new EngineError(
        'invalid-request',
        `You have ${containers} containers, which is the maximum. Delete one, and try again.`,
        { detail: 'container_quota_exceeded', retryable: false },
      );
    return encodeContainer(record);
  }

  async retrieve(owner: string, id: string): Promise<JsonObject> {
    return encodeContainer((await this.find(owner, id)).record);
  }

  async list(owner: string, { after, limit, order, name }: ContainerPageQuery): Promise<JsonObject> {
    const { store, clock } = this.#options;
    const found: ContainerRecord[] = [];
    let from = after;
    for (;;) {
      const page = await store.listContainers(owner, {
        order,
        limit: 100,
        ...(from === undefined ? {} : { after: from }),
      });
      for (const record of page.entries)
        if (name === undefined || record.name === name)
          if (record.lastActiveAt + record.idleMinutes * 60_000 > clock.now()) found.push(record);
      from = page.entries.at(-1)?.id;
      if (!page.hasMore || found.length > limit) break;
    }
    return encodePage(found.slice(0, limit).map(encodeContainer), found.length > limit);
  }

  async delete(owner: string, id: string): Promise<JsonObject> {
    await this.find(owner, id);
    if (!(await this.#options.store.deleteContainer(owner, id))) throw containerNotFound();
    return { id, object: 'container.deleted', deleted: true };
  }

  /** Throws `not-found`. */
  async find(owner: string, id: string): Promise<StoredContainer> {
    const found = await findContainer(this.#options.store, owner, id, this.#options.clock.now());
    if (found === undefined) throw containerNotFound();
    return found;
  }

  async #uploads(owner: string, fileIds: readonly string[], now: number): Promise<ContainerRecord['files']> {
    let files: ContainerRecord['files'] = [];
    for (const [index, fileId] of fileIds.entries()) {
      const file = await this.#options.store.getFile(owner, fileId);
      if (file === undefined) {
        const param = `file_ids.${index}`;
        throw new EngineError('invalid-request', `${param}: there is no file with this id.`, { param });
      }
      files = [...files, uploadedFile(file, files, now)];
    }
    return files;
  }
}

/** Omits the id: the response has the same bytes for every unavailable id. */
export function containerNotFound(): EngineError {
  return new EngineError(
    'not-found',
    'There is no container with this id, or it has expired. Create a new one, and add its files again.',
  );
}

function refuseUnsupported({ network_policy: policy, skills = [] }: ContainerCreateParams): void {
  if (policy !== undefined && policy.type !== 'disabled')
    throw new EngineError(
      'invalid-request',
      'network_policy: this service gives code no network, so only {"type": "disabled"} is supported.',
      { param: 'network_policy' },
    );
  if (skills.length > 0)
    throw new EngineError('invalid-request', 'skills: this service has no skills.', { param: 'skills' });
}
