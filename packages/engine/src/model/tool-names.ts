import type { CustomTool, FunctionTool, ToolDefinition } from './tool.js';

/** A tool that can be offered by a name. */
export type NamedTool = FunctionTool | CustomTool;

/** The tool that an upstream's tool name refers to. */
export interface ToolIdentity {
  readonly name: string;
  readonly namespace?: string;
  readonly kind: 'function' | 'custom';
}

const maxNameLength = 64;

/**
 * Tool names for an API without groups or arbitrary characters in names: each tool gets a valid name of its own, and
 * responses are mapped back through the same table.
 */
export class ToolNames {
  readonly #byApiName = new Map<string, ToolIdentity>();
  readonly #byIdentity = new Map<string, string>();

  constructor(tools: readonly ToolDefinition[]) {
    for (const tool of tools) if (tool.kind !== 'hosted') this.#add(tool);
  }

  /**
   * The name in the API; also for tools of earlier turns that are no longer offered. A function outside of a group is
   * also known in a group of its own name: OpenAI, and VS Code with it, calls the results of a tool search that way.
   */
  toApiName(name: string, namespace?: string): string {
    const unqualified = namespace === name ? this.#byIdentity.get(name) : undefined;
    return this.#byIdentity.get(identityKey(name, namespace)) ?? unqualified ?? shortenName(name, namespace);
  }

  /**
   * The tool that the upstream means. A name that was never offered, with any decoration, is taken as a function of
   * that name.
   */
  fromApiName(apiName: string): ToolIdentity {
    return this.#byApiName.get(apiName) ?? this.#byApiName.get(bare(apiName)) ?? { name: apiName, kind: 'function' };
  }

  #add({ name, namespace, kind }: NamedTool): void {
    const mapped = shortenName(name, namespace);
    let apiName = mapped;
    for (let n = 2; this.#byApiName.has(apiName); n += 1) apiName = `${mapped.slice(0, maxNameLength - 4)}_${n}`;
    this.#byApiName.set(apiName, { name, kind, ...(namespace === undefined ? {} : { namespace }) });
    this.#byIdentity.set(identityKey(name, namespace), apiName);
  }
}

/**
 * A name without the group in which models of OpenAI and Google expect functions, and without the trailing special
 * tokens that servers of gpt-oss leave.
 */
function bare(apiName: string): string {
  return apiName
    .replace(/<\|[^]*$/, '')
    .replace(/^\s*(?:functions|default_api)[.:]/, '')
    .trim();
}

function shortenName(name: string, namespace: string | undefined): string {
  const full = namespace === undefined ? name : `${namespace}__${name}`;
  // Gemini rejects names that start with a digit or a dash.
  return full
    .replaceAll(/[^\w-]/g, '_')
    .replace(/^[^a-z_]/i, '_$&')
    .slice(0, maxNameLength);
}

function identityKey(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}\0${name}`;
}
