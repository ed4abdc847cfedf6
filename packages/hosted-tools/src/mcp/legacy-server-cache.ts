const retentionMs = 10 * 60 * 1000;
const maxEntries = 1_000;

/**
 * Remembers which servers use a protocol revision from before 2026. Detecting it each time takes a request, and
 * leaves a session open at some servers.
 */
export class LegacyServerCache {
  /** URLs with the time until which it is believed, the oldest first. */
  readonly #legacyUntil = new Map<string, number>();

  constructor(readonly now: () => number = () => performance.now()) {}

  isLegacy(url: string): boolean {
    const until = this.#legacyUntil.get(url);
    return until !== undefined && until > this.now();
  }

  delete(url: string): void {
    this.#legacyUntil.delete(url);
  }

  markLegacy(url: string): void {
    if (this.isLegacy(url)) return;
    this.#legacyUntil.delete(url);
    this.#legacyUntil.set(url, this.now() + retentionMs);
    for (const oldest of this.#legacyUntil.keys()) {
      if (this.#legacyUntil.size <= maxEntries) return;
      this.#legacyUntil.delete(oldest);
    }
  }
}
