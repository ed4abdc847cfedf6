import type { HostedToolErrorCode } from '../../model/hosted-tool.js';
import type { ServerCall, ServerCallOutcome } from '../../model/server-tool.js';
import type { CallableTool } from './server-tool-set.js';

/** The number of calls that a response may still make. */
export class CallBudget {
  readonly #maxCalls: number;
  #made = 0;

  constructor(maxCalls: number) {
    this.#maxCalls = maxCalls;
  }

  get made(): number {
    return this.#made;
  }

  get usedUp(): boolean {
    return this.#made >= this.#maxCalls;
  }

  /** Takes a call from the budget; false when the budget is spent. */
  take(): boolean {
    if (this.usedUp) return false;
    this.#made += 1;
    return true;
  }
}

/**
 * Makes a call of `tool`; when a limit is reached or no entry of the request offers the tool, the model receives the
 * reason instead. Throws `cancelled` only.
 */
export async function callTool(
  call: ServerCall,
  tool: CallableTool | undefined,
  budget: CallBudget,
): Promise<ServerCallOutcome> {
  if (tool === undefined) return notExecuted(call, 'The tools of this turn do not include this one.');
  if (!budget.take())
    return notExecuted(call, 'This response has reached its limit of tool calls.', 'max-uses-exceeded');
  return tool.call(call.argumentsText);
}

/** The outcome that the model and the client receive for a call that was not made. */
export function notExecuted(
  { source }: Pick<ServerCall, 'source'>,
  why: string,
  code: HostedToolErrorCode = 'unavailable',
): ServerCallOutcome {
  return {
    content: [{ type: 'text', text: `The call was not made. ${why}` }],
    isError: true,
    ...(source.type === 'hosted' && { hosted: { type: 'failed', code } }),
  };
}
