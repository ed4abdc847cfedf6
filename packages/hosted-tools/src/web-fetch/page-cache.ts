import type { PageCacheSettings } from './web-fetch-settings.js';

interface Entry<Page> {
  readonly page: Page;
  readonly owner: string;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** Pages of each owner, bounded in bytes and time. The page read longest ago leaves first. */
export class PageCache<Page> {
  /** By owner and URL, in order of use. */
  readonly #entries = new Map<string, Entry<Page>>();
  readonly #ownerBytes = new Map<string, number>();
  #bytes = 0;

  constructor(
    private readonly settings: PageCacheSettings,
    private readonly now: () => number = Date.now,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  get(owner: string, url: string): Page | undefined {
    const key = keyOf(owner, url);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.expiresAt <= this.now()) {
      this.#count(entry, -1);
      return undefined;
    }
    this.#entries.set(key, entry);
    return entry.page;
  }

  set(owner: string, url: string, page: Page, bytes: number): void {
    const { maxBytes, maxOwnerBytes, maxAgeMs } = this.settings;
    this.#remove(keyOf(owner, url));
    if (bytes > maxBytes || bytes > maxOwnerBytes) return;
    const entry = { page, owner, bytes, expiresAt: this.now() + maxAgeMs };
    this.#entries.set(keyOf(owner, url), entry);
    this.#count(entry, 1);
    this.#evict((used) => used.owner === owner && (this.#ownerBytes.get(owner) ?? 0) > maxOwnerBytes);
    this.#evict((used) => used.expiresAt <= this.now() || this.#bytes > maxBytes);
  }

  /** Removes entries, those used longest ago first, while `isOver` is true for them. */
  #evict(isOver: (entry: Entry<Page>) => boolean): void {
    for (const [key, entry] of this.#entries) if (isOver(entry)) this.#remove(key);
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#count(entry, -1);
  }

  #count({ owner, bytes }: Entry<Page>, sign: 1 | -1): void {
    this.#bytes += sign * bytes;
    const left = (this.#ownerBytes.get(owner) ?? 0) + sign * bytes;
    if (left === 0) this.#ownerBytes.delete(owner);
    else this.#ownerBytes.set(owner, left);
  }
}

function keyOf(owner: string, url: string): string {
  return JSON.stringify([owner, url]);
}
