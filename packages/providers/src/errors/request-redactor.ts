import { redacted, type TextRedactor } from './redactor.js';
import { withoutAccountIds } from './without-account-ids.js';

/** Redacts what an upstream returns for one request: the client knows the ids in `body`, and no others. */
export class RequestRedactor implements TextRedactor {
  readonly #redactor: TextRedactor;
  readonly #body: object;

  constructor(redactor: TextRedactor, body: object) {
    this.#redactor = redactor;
    this.#body = body;
  }

  redact(text: string): string | undefined {
    const clean = this.#redactor.redact(text);
    return clean && withoutAccountIds(clean, this.#body, redacted);
  }

  accepts(text: string): boolean {
    return this.redact(text) === text;
  }
}
