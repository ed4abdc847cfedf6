import { microseconds } from './monotonic-clock.mjs';

const stampLength = 13;

/**
 * Finds the tokens in the event stream of either dialect and their delays. Only delta events count, because the last
 * events of a stream repeat the complete text.
 */
export class TokenReader {
  #rest = '';
  #onToken;

  /** @param {(delay: number) => void} onToken receives the microseconds from the upstream's write to this read */
  constructor(onToken) {
    this.#onToken = onToken;
  }

  /** @param {string} text */
  push(text) {
    const now = microseconds();
    const known = this.#rest === '' ? text : this.#rest + text;
    let start = 0;
    for (let end = known.indexOf('\n\n'); end >= 0; end = known.indexOf('\n\n', start)) {
      this.#takeFrame(known, start, end, now);
      start = end + 2;
    }
    this.#rest = start === 0 ? known : known.slice(start);
  }

  #takeFrame(text, start, end, now) {
    // `event: content_block_delta`, `event: response.output_text.delta`: the name ends where the line does.
    const nameEnd = text.indexOf('\n', start);
    if (nameEnd > end || text.slice(nameEnd - 5, nameEnd) !== 'delta') return;
    for (let at = text.indexOf('@', nameEnd); at >= 0 && at < end; at = text.indexOf('@', at + 1)) {
      this.#onToken(now - Number(text.slice(at + 1, at + 1 + stampLength)));
    }
  }
}
