import type { ContainerRecord, ContainersAndFiles, FileRecord, PageRequest } from '@org/engine';
import { containerExpiry } from '@org/engine';

interface MemoryFile {
  readonly record: FileRecord;
  readonly chunks: Uint8Array[];
  isFinished: boolean;
}

/** A store of containers and files in memory; stores with the same `data` are replicas. */
export class MemoryContainers implements ContainersAndFiles {
  readonly #files: Map<string, MemoryFile>;
  readonly #containers: Map<string, { record: ContainerRecord; version: number }>;

  constructor(replica?: MemoryContainers) {
    this.#files = replica === undefined ? new Map() : replica.#files;
    this.#containers = replica === undefined ? new Map() : replica.#containers;
  }

  /** Ids of all files. */
  get fileIds(): readonly string[] {
    return [...this.#files.values()].map(({ record }) => record.id);
  }

  async createFile(
    { owner, id, createdAt }: Pick<FileRecord, 'owner' | 'id' | 'createdAt'>,
    { files }: { files: number },
  ): Promise<boolean> {
    if (this.#ownedBy(owner).length >= files) return false;
    const record = { owner, id, createdAt, filename: '', mediaType: '', purpose: '', size: 0 };
    this.#files.set(key(owner, id), { record, chunks: [], isFinished: false });
    return true;
  }

  async appendFileChunk(
    owner: string,
    id: string,
    number: number,
    chunk: Uint8Array,
    { bytes }: { bytes: number },
  ): Promise<'added' | 'full' | 'missing'> {
    const file = this.#files.get(key(owner, id));
    if (file === undefined || file.isFinished || file.chunks.length !== number) return 'missing';
    const used = this.#ownedBy(owner).reduce((sum, { chunks }) => sum + sizeOf(chunks), 0);
    if (used + chunk.length > bytes) return 'full';
    file.chunks.push(Uint8Array.from(chunk));
    return 'added';
  }

  async finishFile(file: Omit<FileRecord, 'size' | 'createdAt'>): Promise<boolean> {
    const found = this.#files.get(key(file.owner, file.id));
    if (found === undefined || found.isFinished) return false;
    const { createdAt } = found.record;
    const record = { ...file, createdAt, size: sizeOf(found.chunks) };
    this.#files.set(key(file.owner, file.id), { ...found, record, isFinished: true });
    return true;
  }

  async getFile(owner: string, id: string): Promise<FileRecord | undefined> {
    const file = this.#files.get(key(owner, id));
    return file?.isFinished === true ? file.record : undefined;
  }

  async readFileChunk(owner: string, id: string, number: number): Promise<Uint8Array | undefined> {
    return this.#files.get(key(owner, id))?.chunks[number];
  }

  async listFiles(owner: string): Promise<{ entries: readonly FileRecord[]; hasMore: boolean }> {
    return { entries: this.#ownedBy(owner).map(({ record }) => record), hasMore: false };
  }

  async deleteFile(owner: string, id: string): Promise<boolean> {
    return this.#files.delete(key(owner, id));
  }

  async createContainer(record: ContainerRecord, { containers }: { containers: number }): Promise<boolean> {
    const owned = [...this.#containers.values()].filter(
      (one) => one.record.owner === record.owner && containerExpiry(one.record) > record.createdAt,
    );
    if (owned.length >= containers) return false;
    this.#containers.set(key(record.owner, record.id), { record, version: 0 });
    return true;
  }

  async getContainer(owner: string, id: string): Promise<{ record: ContainerRecord; version: number } | undefined> {
    return this.#containers.get(key(owner, id));
  }

  async updateContainer(record: ContainerRecord, version: number): Promise<boolean> {
    const found = this.#containers.get(key(record.owner, record.id));
    if (found?.version !== version) return false;
    this.#containers.set(key(record.owner, record.id), { record, version: version + 1 });
    return true;
  }

  async listContainers(
    owner: string,
    { after, order, limit }: PageRequest,
  ): Promise<{ entries: readonly ContainerRecord[]; hasMore: boolean }> {
    const sign = order === 'asc' ? 1 : -1;
    const all = [...this.#containers.values()]
      .map(({ record }) => record)
      .filter((record) => record.owner === owner)
      .sort((a, b) => sign * compare(a.id, b.id))
      .filter(({ id }) => after === undefined || sign * compare(id, after) > 0);
    return { entries: all.slice(0, limit), hasMore: all.length > limit };
  }

  async deleteContainer(owner: string, id: string): Promise<boolean> {
    const found = this.#containers.get(key(owner, id));
    const { files = [], earlierFiles = [] } = found?.record ?? {};
    for (const { fileId, isOwned } of [...files, ...earlierFiles]) if (isOwned) this.#files.delete(key(owner, fileId));
    return this.#containers.delete(key(owner, id));
  }

  async listExpiredContainers(now: number, limit: number): Promise<readonly Pick<ContainerRecord, 'owner' | 'id'>[]> {
    return [...this.#containers.values()]
      .filter(({ record }) => containerExpiry(record) <= now)
      .sort((a, b) => containerExpiry(a.record) - containerExpiry(b.record))
      .slice(0, limit)
      .map(({ record: { owner, id } }) => ({ owner, id }));
  }

  #ownedBy(owner: string): readonly MemoryFile[] {
    return [...this.#files.values()].filter(({ record }) => record.owner === owner);
  }
}

function key(owner: string, id: string): string {
  return JSON.stringify([owner, id]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
