import { EngineError, type FileSearchRequest, type HostedToolContext, type OpenHostedTool } from '@org/engine';
import type { HostedToolRunner } from '../create-hosted-tools.js';
import { OpenFileSearch } from './open-file-search.js';
import { findVectorStores, type SearchPorts, VectorStoreMissing } from './search-files.js';

/** Runs `file_search`: searches in the vector stores of the owner of a request. */
export class FileSearch implements HostedToolRunner<'file-search'> {
  readonly #ports: SearchPorts;

  constructor(ports: SearchPorts) {
    this.#ports = ports;
  }

  /** Throws `invalid-request` for a vector store that is missing, has expired, or belongs to another owner. */
  async open(request: FileSearchRequest, context: HostedToolContext): Promise<OpenHostedTool> {
    try {
      await findVectorStores(this.#ports.store, context.owner, request.vectorStoreIds);
    } catch (thrown) {
      if (!(thrown instanceof VectorStoreMissing)) throw thrown;
      const param = `${request.param}.vector_store_ids.${thrown.index}`;
      throw new EngineError('invalid-request', `${param}: there is no vector store with this id.`, { param });
    }
    return new OpenFileSearch(this.#ports, request, context);
  }
}
