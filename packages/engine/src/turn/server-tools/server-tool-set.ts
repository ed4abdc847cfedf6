import type { OpaquePart } from '../../model/part.js';
import type { ServerCall, ServerCallOutcome, ServerToolSource } from '../../model/server-tool.js';
import {
  isHostedGroup,
  type FunctionTool,
  type HostedTool,
  type ToolChoice,
  type ToolDefinition,
  type ToolGroup,
  type ToolName,
} from '../../model/tool.js';

/** A tool that the service calls for the model. */
export interface CallableTool {
  readonly source: ServerToolSource;
  /** As its runner names it. The model sees it under another name where a client's tool has this one. */
  readonly name: string;
  /** What the model is offered. */
  readonly definition: FunctionTool;
  /** Whether its calls wait for the client's approval. */
  readonly needsApproval: boolean;
  call(argumentsText: string): Promise<ServerCallOutcome>;
}

/** The tools that replace one hosted entry of the request: those of an MCP server, or the functions of a hosted tool. */
export interface OpenEntry {
  isFor(entry: HostedTool): boolean;
  /** The label of the MCP server. */
  readonly server?: string;
  readonly tools: readonly CallableTool[];
  /** Ends what was opened; never throws. */
  close(): Promise<void>;
}

/** The tools of one turn that the service calls. */
export class ServerToolSet {
  /** What is new to the client, in the order of the request. */
  readonly listings: readonly OpaquePart[];
  readonly #entries: readonly OpenEntry[];
  readonly #offered = new Map<string, OfferedTool>();

  /** `taken`: the names of the client's tools outside of groups. */
  constructor(entries: readonly OpenEntry[], listings: readonly OpaquePart[], taken: ReadonlySet<string>) {
    this.#entries = entries;
    this.listings = listings;
    const names = new Set(taken);
    for (const entry of entries) {
      for (const tool of entry.tools) {
        const { namespace } = tool.definition;
        const name = namespace === undefined ? freeName(tool.definition.name, names) : tool.definition.name;
        this.#offered.set(key(namespace, name), { ...tool, entry, definition: { ...tool.definition, name } });
      }
    }
  }

  /** Replaces each entry that the service runs by its tools. */
  offer(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
    return tools.flatMap((tool): readonly ToolDefinition[] => {
      if (tool.kind !== 'hosted' || (tool.server ?? tool.run) === undefined) return [tool];
      const entry = this.#entries.find((one) => one.isFor(tool));
      return [...this.#offered.values()].flatMap((one) => (one.entry === entry ? [one.definition] : []));
    });
  }

  /** The choice with the functions of a hosted tool instead of its group. */
  choose(choice: ToolChoice): ToolChoice {
    if (choice.type !== 'allowed') return choice;
    const tools = choice.tools.flatMap((one): readonly (ToolName | ToolGroup)[] => {
      const functions = one.name === undefined ? this.#functionsOf(one) : [];
      return functions.length === 0 ? [one] : functions;
    });
    const [only] = tools;
    return choice.mode === 'required' && tools.length === 1 && only !== choice.tools[0] && only?.name !== undefined
      ? { type: 'tool', ...only }
      : { ...choice, tools };
  }

  #functionsOf(group: ToolGroup): readonly ToolName[] {
    return [...this.#offered.values()].flatMap(({ source, definition: { name } }) =>
      source.type === 'hosted' && isHostedGroup(group, source.kind) ? [{ name }] : [],
    );
  }

  /** The tools that the service still offers after the last server call. */
  withdraw(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
    return tools.filter((tool) => tool.kind === 'hosted' || this.find(tool) === undefined);
  }

  /** The tool that the model calls; undefined for a client's tool, and for one that its server does not offer. */
  find({ namespace, name }: { readonly namespace?: string; readonly name?: string }): OfferedTool | undefined {
    return name === undefined ? undefined : this.#offered.get(key(namespace, name));
  }

  /** The first tool of the source and the name of a call that the history holds. */
  toolOf({ source, name }: ServerCall): OfferedTool | undefined {
    return [...this.#offered.values()].find((tool) => tool.name === name && isSameSource(tool.source, source));
  }

  /** The name under which the model sees the function of a hosted tool now; the same name where none is offered. */
  offeredName(name: string): string {
    const tools = [...this.#offered.values()].filter((tool) => tool.source.type === 'hosted' && tool.name === name);
    return tools[0]?.definition.name ?? name;
  }

  /** Whether an MCP server of this label is among them. */
  has(label: string): boolean {
    return this.#entries.some(({ server }) => server === label);
  }

  /** Ends what was opened; callers do not have to wait for it. */
  close(): void {
    for (const entry of this.#entries) void entry.close();
  }
}

/** A tool with the entry that it belongs to. */
export interface OfferedTool extends CallableTool {
  readonly entry: OpenEntry;
}

function isSameSource(one: ServerToolSource, other: ServerToolSource): boolean {
  return one.type === 'mcp'
    ? other.type === 'mcp' && one.server === other.server
    : other.type === 'hosted' && one.kind === other.kind;
}

function freeName(name: string, names: Set<string>): string {
  let free = name;
  for (let number = 2; names.has(free); number += 1) free = `service_${name}${number === 2 ? '' : `_${number}`}`;
  names.add(free);
  return free;
}

function key(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}\0${name}`;
}
