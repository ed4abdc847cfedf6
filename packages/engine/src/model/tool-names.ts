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
  readonly #byApiName = new Map<string, ToolIdentity>();
  readonly #byIdentity = new Map<string, string>();

  constructor(tools: readonly ToolDefinition[]) {
    for (const tool of tools) if (tool.kind !== 'hosted') this.#add(tool);
  }

  /**
   * The name on the wire; also for tools of earlier turns that are no longer offered. A function that stands in no group is also known
   * in one of its own name: so OpenAI, and VS Code with it, calls what a search has found.
   */
  toApiName(name: string, namespace?: string): string {
    const alone = namespace === name ? this.#byIdentity.get(name) : undefined;
    return this.#byIdentity.get(identityKey(name, namespace)) ?? alone ?? fitName(name, namespace);
  }

  /** What the upstream means. A name that was never offered, whatever is around it, is taken as a function of that name. */
  fromApiName(apiName: string): ToolIdentity {
    return this.#byApiName.get(apiName) ?? this.#byApiName.get(bare(apiName)) ?? { name: apiName, kind: 'function' };
  }

  #add({ name, namespace, kind }: NamedTool): void {
    const mapped = fitName(name, namespace);
    let apiName = mapped;
    for (let n = 2; this.#byApiName.has(apiName); n += 1) apiName = `${mapped.slice(0, maxNameLength - 4)}_${n}`;
    this.#byApiName.set(apiName, { name, kind, ...(namespace === undefined ? {} : { namespace }) });
    this.#byIdentity.set(identityKey(name, namespace), apiName);
  }
}

/** A name without the group that models of OpenAI and Google know functions in, and without the marks of gpt-oss that its servers leave behind it. */
function bare(apiName: string): string {
  return apiName
    .replace(/<\|[^]*$/, '')
    .replace(/^\s*(?:functions|default_api)[.:]/, '')
    .trim();
}

function fitName(name: string, namespace: string | undefined): string {
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
