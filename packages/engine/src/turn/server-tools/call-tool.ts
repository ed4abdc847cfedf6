import type { ServerCall, ServerCallOutcome } from '../../model/server-tool.js';
import type { McpToolSet } from './mcp-tool-set.js';

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
 * Makes a call; when the budget is spent or no server offers the tool, the model receives the reason instead. Throws
 * `cancelled` only.
 */
export async function callTool(call: ServerCall, mcpTools: McpToolSet, budget: CallBudget): Promise<ServerCallOutcome> {
  const tool = mcpTools.find({ namespace: call.server, name: call.name });
  if (tool === undefined) return notExecuted('The tools of this turn do not include this one.');
  if (!budget.take()) return notExecuted('This response has reached its limit of tool calls.');
  return tool.server.call(call.name, call.argumentsText);
}

/** The outcome that the model and the client receive for a call that was not made. */
export function notExecuted(why: string): ServerCallOutcome {
  return { content: [{ type: 'text', text: `The call was not made. ${why}` }], isError: true };
}
