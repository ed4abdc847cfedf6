const retentionMs = 10 * 60 * 1000;
const maxEntries = 1_000;

/**
 * Remembers which servers use a protocol revision from before 2026. Detecting it each time takes a request, and
 * leaves a session open at some servers.
 */
export class KnownRevisions {
  /** URLs with the time until which it is believed, the oldest first. */
  readonly #older = new Map<string, number>();

  constructor(readonly now: () => number = () => performance.now()) {}

  isOlder(url: string): boolean {
    const until = this.#older.get(url);
    return until !== undefined && until > this.now();
  }

  forget(url: string): void {
    this.#older.delete(url);
  }

  markOlder(url: string): void {
    if (this.isOlder(url)) return;
    this.#older.delete(url);
    this.#older.set(url, this.now() + retentionMs);
    for (const oldest of this.#older.keys()) {
      if (this.#older.size <= maxEntries) return;
      this.#older.delete(oldest);
    }
  }
}
