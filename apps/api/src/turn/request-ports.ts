import { type Store, type McpServers, type TurnPorts } from '@org/engine';
import { type MediaFetcher } from '@org/hosted-tools';
import type { ServiceConfig } from '../config/service-config.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import { fetchMediaOf } from '../media/fetch-media.js';
import { readFilesOf } from '../media/read-files.js';
import type { RequestContext } from '../request-context/request-context.js';

export type FilePort = Required<Pick<TurnPorts, 'readFiles'>>;

export interface RequestPortsOptions {
  readonly config: Pick<ServiceConfig, 'limits'>;
  readonly store: Store;
  readonly memoryBudget: MemoryBudget;
  /** Absent: URLs are passed on. */
  readonly media?: MediaFetcher | undefined;
  /** Absent: this installation calls no tools of other servers. */
  readonly mcpServers?: McpServers | undefined;
}

/** The ports of a turn that depend on its request. */
export class RequestPorts {
  readonly #options: RequestPortsOptions;

  constructor(options: RequestPortsOptions) {
    this.#options = options;
  }

  /** What of a turn's ports belongs to the request `body`: how the URLs in it are fetched. `again`: the turn may be begun more than once. */
  media(body: unknown, again = false): Pick<TurnPorts, 'fetchMedia'> {
    const { media } = this.#options;
    return media === undefined ? {} : { fetchMedia: fetchMediaOf(body, media, again) };
  }

  /** How the files are read that the request `body` names. What they take of memory counts as the exchange's. */
  files(body: unknown, requestContext: RequestContext): FilePort {
    return this.#files(body, (bytes) => this.#options.memoryBudget.reserveMore(requestContext, bytes));
  }

  /** As {@link files}, for work of `owner` that hangs on no connection: what one attempt reads counts until the next one reads, or until `freeFiles`. */
  jobFiles(body: unknown, owner: string): FilePort & { freeFiles(): void } {
    const reservation = this.#options.memoryBudget.reservation(owner);
    return { ...this.#files(body, (bytes) => reservation.resize(bytes)), freeFiles: () => reservation.resize(0) };
  }

  /** Where a turn calls the tools of other servers. */
  mcpServers(): Pick<TurnPorts, 'mcpServers'> {
    const { mcpServers } = this.#options;
    return mcpServers === undefined ? {} : { mcpServers };
  }

  #files(body: unknown, reserveText: (bytes: number) => void): FilePort {
    const { store, config } = this.#options;
    const reserve = (bytes: number): void => reserveText(Math.ceil(bytes / 3) * 4); // As base64.
    return { readFiles: readFilesOf(body, { store, maxBytes: config.limits.maxBodyBytes, reserve }) };
  }
}
