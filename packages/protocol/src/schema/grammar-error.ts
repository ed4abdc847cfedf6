/** A stream broke a rule of its dialect's order grammar. */
export class GrammarError<Rule extends string = string> extends Error {
  override readonly name = 'GrammarError';
  /** Name of the rule, such as `created-first`. */
  readonly rule: Rule;
  /** The event at fault, counted from 0; when the stream lacks its end, the number of events. */
  readonly index: number;

  constructor(rule: Rule, index: number, message: string) {
    super(`event ${index} breaks ${rule}: ${message}`);
    this.rule = rule;
    this.index = index;
  }
}
