import { EngineError } from '@org/engine';

interface KnownText {
  /** What earlier messages brought that was delivered. */
  readonly delivered: string;
  /** The texts of all messages, one after another. */
  readonly joined: string;
}

/**
 * The texts of a stream of messages without deltas. Some upstreams send the complete text so far in each message,
 * others only what is new. A text that continues the one before is complete; the first one that does not shows that
 * the messages are increments.
 */
export class MessageTexts {
  readonly #known = new Map<string, KnownText>();
  #areIncrements = false;

  /** What messages brought of this text until now. */
  textOf(name: string): string {
    return this.#known.get(name)?.delivered ?? '';
  }

  /**
   * Returns what the texts of the next message add, by their names. `isLast`: the message comes with a finish reason,
   * so it may repeat the complete texts. Throws where a text that was delivered as complete turns out to be an increment.
   */
  take(texts: ReadonlyMap<string, string>, isLast: boolean): ReadonlyMap<string, string> {
    const repeats = [...texts].every(([name, text]) => text.trim() === this.textOf(name).trim());
    if (isLast && repeats) return new Map([...texts].map(([name]) => [name, '']));
    this.#areIncrements ||= [...texts].some(([name, text]) => !this.#continues(name, text));
    // The other texts are over: increments of theirs that looked like repetitions come too late.
    const isLost = [...this.#known].some(([name, { delivered, joined }]) => !texts.has(name) && delivered !== joined);
    if (this.#areIncrements && isLost) throw ambiguousMessages();
    return new Map([...texts].map(([name, text]) => [name, this.#take(name, text)]));
  }

  #continues(name: string, text: string): boolean {
    const delivered = this.textOf(name);
    return text.startsWith(delivered) || text.trim() === delivered.trim();
  }

  #take(name: string, text: string): string {
    const delivered = this.textOf(name);
    const joined = (this.#known.get(name)?.joined ?? '') + text;
    const now = this.#areIncrements ? joined : text.startsWith(delivered) ? text : delivered;
    if (!now.startsWith(delivered)) throw ambiguousMessages();
    this.#known.set(name, { delivered: now, joined });
    return now.slice(delivered.length);
  }
}

function ambiguousMessages(): EngineError {
  return new EngineError(
    'upstream-failed',
    'The upstream sent messages in place of deltas whose texts neither continue nor follow one another.',
  );
}
