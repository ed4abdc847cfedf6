// What a rule of this dialect is. Rules read a request that already has the right shape; they look at what the schema
// cannot: how its parts fit each other. What a model can do is not known here.
import { EngineError } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';

/** A broken rule. `message` is the dialect's own text, path included, because clients search for it. */
export interface Violation {
  readonly param: string;
  readonly message: string;
}

export interface RuleContext {
  /** The API version that the request names; `undefined` counts as the older one. */
  readonly version?: string;
  readonly strict: boolean;
  readonly maxTools: number;
}

/** The first place that breaks the rule, or nothing. */
export type Rule = (request: MessageCreateParams, context: RuleContext) => Violation | undefined;

/** Applies the rules in their order and throws `invalid-request` for the first that is broken. */
export function enforce(rules: readonly Rule[], request: MessageCreateParams, context: RuleContext): void {
  for (const rule of rules) {
    const violation = rule(request, context);
    if (violation !== undefined)
      throw new EngineError('invalid-request', violation.message, { param: violation.param });
  }
}
