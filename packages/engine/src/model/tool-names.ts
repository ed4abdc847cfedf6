import type { CustomTool, FunctionTool, ToolDefinition } from './tool.js';

/** A tool that can be offered by a name. */
export type NamedTool = FunctionTool | CustomTool;

/** What an upstream's tool name stands for. */
export interface ToolIdentity {
  readonly name: string;
  readonly namespace?: string;
  readonly kind: 'function' | 'custom';
}

const maxNameLength = 64;

/**
 * The names under which tools travel on a wire that has neither groups nor free characters in names, so each tool gets a
 * name of its own that fits, and answers are read back through the same table.
 */
export class ToolNames {
  readonly #byWireName = new Map<string, ToolIdentity>();
  readonly #byIdentity = new Map<string, string>();

  constructor(tools: readonly ToolDefinition[]) {
    for (const tool of tools) if (tool.kind !== 'hosted') this.#add(tool);
  }

  /**
   * The name on the wire; also for tools of earlier turns that are no longer offered. A function that stands in no group is also known
   * in one of its own name: so OpenAI, and VS Code with it, calls what a search has found.
   */
  toWire(name: string, namespace?: string): string {
    const alone = namespace === name ? this.#byIdentity.get(name) : undefined;
    return this.#byIdentity.get(identityKey(name, namespace)) ?? alone ?? fit(name, namespace);
  }

  /** What the upstream means. A name that was never offered, whatever is around it, is taken as a function of that name. */
  fromWire(wireName: string): ToolIdentity {
    return (
      this.#byWireName.get(wireName) ?? this.#byWireName.get(bare(wireName)) ?? { name: wireName, kind: 'function' }
    );
  }

  #add({ name, namespace, kind }: NamedTool): void {
    const fitting = fit(name, namespace);
    let wireName = fitting;
    for (let n = 2; this.#byWireName.has(wireName); n += 1) wireName = `${fitting.slice(0, maxNameLength - 4)}_${n}`;
    this.#byWireName.set(wireName, { name, kind, ...(namespace === undefined ? {} : { namespace }) });
    this.#byIdentity.set(identityKey(name, namespace), wireName);
  }
}

/** A name without the group that models of OpenAI and Google know functions in, and without the marks of gpt-oss that its servers leave behind it. */
function bare(wireName: string): string {
  return wireName
    .replace(/<\|[^]*$/, '')
    .replace(/^\s*(?:functions|default_api)[.:]/, '')
    .trim();
}

function fit(name: string, namespace: string | undefined): string {
  const full = namespace === undefined ? name : `${namespace}__${name}`;
  // Gemini takes none that begins with a digit or a dash.
  return full
    .replaceAll(/[^\w-]/g, '_')
    .replace(/^[^a-z_]/i, '_$&')
    .slice(0, maxNameLength);
}

function identityKey(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}\0${name}`;
}
