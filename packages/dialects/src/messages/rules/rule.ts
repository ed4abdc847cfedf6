// Defines a rule of this dialect. Rules read a request that already has the right shape; they check what the schema
// cannot: how its parts fit each other. Model capabilities are unknown here.
import { EngineError } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';

/** A violated rule. `message` is the dialect's own text, including the path, because clients search for it. */
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

/** Returns the first violation of the rule, or undefined. */
export type Rule = (request: MessageCreateParams, context: RuleContext) => Violation | undefined;

/** Applies the rules in their order and throws `invalid-request` for the first that is broken. */
export function enforce(rules: readonly Rule[], request: MessageCreateParams, context: RuleContext): void {
  for (const rule of rules) {
    const violation = rule(request, context);
    if (violation !== undefined)
      throw new EngineError('invalid-request', violation.message, { param: violation.param });
  }
}
