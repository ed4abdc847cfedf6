/** A stream broke a rule of its dialect's order grammar. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError';
  /** Name of the rule, such as `created-first`. */
  readonly rule: string;
  /** Position of the event in the stream, from 0. */
  readonly index: number;

  constructor(rule: string, index: number, message: string) {
    super(`event ${index} breaks ${rule}: ${message}`);
    this.rule = rule;
    this.index = index;
  }
}
