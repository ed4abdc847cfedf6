import { objectOf, type HostedTools, type Store, type McpServers, type TurnPorts } from '@org/engine';
import { type MediaFetcher } from '@org/hosted-tools';
import type { ServiceConfig } from '../config/service-config.js';
import { bytesToHold } from '../config/settings/memory-shares.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { currentHolder } from '../limits/memory-holder.js';
import { MemoryReservation } from '../limits/memory-reservation.js';
import { fetchMediaOf } from '../media/fetch-media.js';
import { readFilesOf } from '../media/read-files.js';
import { readPages } from '../media/read-pages.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { FindModelPolicy, ModelPolicy } from '../upstream-policy/model-policies.js';
import type { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';

export type FilePort = Required<Pick<TurnPorts, 'readFiles'>>;

export interface RequestPortsOptions {
  readonly config: Pick<ServiceConfig, 'limits'>;
  readonly store: Store;
  readonly memoryBudget: MemoryBudget;
  /** Absent: URLs are passed on. */
  readonly media?: MediaFetcher | undefined;
  /** Absent: this installation calls no tools of other servers. */
  readonly mcpServers?: McpServers | undefined;
  /** Absent: the service runs no hosted tools. */
  readonly hostedTools?: HostedTools | undefined;
  readonly findPolicy: FindModelPolicy;
  readonly upstreamPolicies: Pick<UpstreamPolicies, 'isPublicUrl'>;
}

/** The ports of a turn that depend on its request. */
export class RequestPorts {
  readonly #options: RequestPortsOptions;

  constructor(options: RequestPortsOptions) {
    this.#options = options;
  }

  /** The ports of a turn that depend on the request `body`: how its URLs are fetched. `again`: the turn may restart. */
  media(body: unknown, again = false): Pick<TurnPorts, 'fetchMedia'> {
    const { media, upstreamPolicies } = this.#options;
    const mediaUrls = this.#policyOf(body)?.mediaUrls;
    if (media === undefined && mediaUrls === undefined) return {};
    const { isPublicUrl } = upstreamPolicies;
    return { fetchMedia: fetchMediaOf(body, { fetcher: media, again, mediaUrls, isPublicUrl }) };
  }

  /** Like {@link media}, for requests that fetch nothing: the URLs that the upstream may not receive are left out. */
  guardedMedia(body: unknown): Pick<TurnPorts, 'fetchMedia'> {
    const mediaUrls = this.#policyOf(body)?.mediaUrls;
    if (mediaUrls === undefined) return {};
    const { isPublicUrl } = this.#options.upstreamPolicies;
    return { fetchMedia: fetchMediaOf(body, { fetcher: undefined, again: false, mediaUrls, isPublicUrl }) };
  }

  /** The port through which the files in the request `body` are read. Their memory counts towards the request context. */
  files(body: unknown, requestContext: RequestContext): FilePort {
    return this.#files(body, (bytes) => this.#options.memoryBudget.reserveMore(requestContext, bytes));
  }

  /**
   * Like {@link files}, for work of `owner` without a connection: the memory of one attempt counts until the next one
   * reads, or until `freeFiles`, which also frees what the attempt has read from the store.
   */
  jobFiles(body: unknown, owner: string): FilePort & { freeFiles(): void } {
    const reservation = this.#options.memoryBudget.reservation(owner);
    const holder = currentHolder();
    const job = holder instanceof MemoryReservation ? holder : undefined;
    const bytesBefore = job?.bytes ?? 0;
    const reserve = (bytes: number): Promise<void> | undefined => {
      reservation.shrink(0);
      return reservation.grow(bytes);
    };
    const freeFiles = (): void => {
      reservation.release();
      job?.shrink(bytesBefore);
    };
    return { ...this.#files(body, reserve), freeFiles };
  }

  /** The ports through which a turn calls server tools and reads what it cites. */
  serverTools(): Pick<TurnPorts, 'mcpServers' | 'hostedTools' | 'readPages'> {
    const { mcpServers, hostedTools } = this.#options;
    return {
      readPages,
      ...(mcpServers !== undefined && { mcpServers }),
      ...(hostedTools !== undefined && { hostedTools }),
    };
  }

  #files(body: unknown, reserve: (bytes: number) => Promise<void> | undefined): FilePort {
    const { store, config } = this.#options;
    return {
      readFiles: readFilesOf(body, {
        store,
        maxBytes: config.limits.maxBodyBytes,
        reserve: (bytes) => reserve(base64Length(bytes) * bytesToHold),
        rejectsUnknown: this.#policyOf(body)?.vendorIds === 'reject',
      }),
    };
  }

  #policyOf(body: unknown): ModelPolicy['settings'] | undefined {
    return this.#options.findPolicy(objectOf(body)['model'])?.settings;
  }
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
