import { untilAborted } from '../concurrency/until-aborted.js';
import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import { isObjectText } from '../json/is-object-text.js';
import type { JsonObject } from '../json/json-value.js';
import type { HostedToolErrorCode, HostedToolKind, HostedToolRequest } from '../model/hosted-tool.js';
import type { Message } from '../model/message.js';
import type { ServerCallOutcome } from '../model/server-tool.js';
import type { HostedFunction, HostedToolContext, HostedTools, OpenHostedTool } from '../ports/hosted-tools.js';

/** The functions and results of a scripted hosted tool. */
export interface ScriptedHostedTool {
  readonly functions: readonly HostedFunction[];
  readonly containerId?: string;
  /** `messages`: the conversation so far. */
  call(
    name: string,
    args: JsonObject,
    messages: readonly Message[],
    numberOf: HostedToolContext['numberOf'],
  ): ServerCallOutcome | Promise<ServerCallOutcome>;
  /** Nothing that the request names exists. */
  readonly failOpen?: true;
}

/** Hosted tools without a network, a store or a process, by kind. */
export class ScriptedHostedTools implements HostedTools {
  readonly kinds: ReadonlySet<HostedToolKind>;
  /** What was opened, in this order. */
  readonly opened: HostedToolRequest[] = [];
  readonly calls: { readonly name: string; readonly argumentsText: string }[] = [];
  readonly #script: ScriptedKinds;
  #closed = 0;

  constructor(script: ScriptedKinds) {
    this.#script = script;
    this.kinds = new Set(kindsOf(script));
  }

  /** Tools that were opened and not closed. */
  get inUse(): number {
    return this.opened.length - this.#closed;
  }

  async ready(): Promise<void> {}

  async close(): Promise<void> {}

  async open(request: HostedToolRequest, { signal, messages, numberOf }: HostedToolContext): Promise<OpenHostedTool> {
    const tool = this.#script[request.kind];
    const { param } = request;
    if (tool === undefined || tool.failOpen === true)
      throw new EngineError('invalid-request', `${param}: what this tool names does not exist.`, { param });
    this.opened.push(request);
    const { maxUses = Infinity } = request.kind === 'web-search' || request.kind === 'web-fetch' ? request : {};
    let uses = 0;
    let open = true;
    return {
      functions: tool.functions,
      ...(tool.containerId !== undefined && { containerId: tool.containerId }),
      call: async (name, argumentsText) => {
        if (signal.aborted) throw cancelled();
        const isValid = isObjectText(argumentsText);
        if (isValid && uses >= maxUses) return failed('No call is left.', 'max-uses-exceeded');
        this.calls.push({ name, argumentsText });
        if (!isValid) return failed('The arguments are no JSON object.', 'invalid-input');
        uses += 1;
        return await untilAborted(signal, async () =>
          tool.call(name, JSON.parse(argumentsText) as JsonObject, messages(), numberOf),
        );
      },
      close: async () => {
        if (open) this.#closed += 1;
        open = false;
      },
    };
  }
}

function failed(text: string, code: HostedToolErrorCode): ServerCallOutcome {
  return { content: [{ type: 'text', text }], isError: true, hosted: { type: 'failed', code } };
}

type ScriptedKinds = { readonly [Kind in HostedToolKind]?: ScriptedHostedTool };

function kindsOf(script: ScriptedKinds): readonly HostedToolKind[] {
  const all: readonly HostedToolKind[] = ['web-search', 'web-fetch', 'file-search', 'code'];
  return all.filter((kind) => script[kind] !== undefined);
}
