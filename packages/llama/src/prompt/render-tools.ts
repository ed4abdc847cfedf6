import { type CustomTool, type FunctionTool, type GenerationRequest, isAmong, type JsonObject } from '@org/engine';
import type { CallHead } from '../parse/part-writer.js';
import type { TemplateTool } from './prompt-template.js';

/** A tool as the model sees it: every tool is a function with one JSON object, under one flat name. */
export interface RenderedTool {
  /** The name that the model writes. */
  readonly name: string;
  readonly head: CallHead;
  readonly schema: JsonObject;
  readonly strict: boolean;
  /** Where the tool stands in the request. */
  readonly path: string;
  /** What the text of a custom tool is held to. */
  readonly input?: InputGrammar;
  readonly template: TemplateTool;
}

export interface InputGrammar {
  readonly syntax: 'lark' | 'regex';
  readonly definition: string;
}

const freeText: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/**
 * The tools that this request offers to the model. `none` offers no tool, `allowed` those it lists. Those of a vendor's servers
 * cannot run here; that was said when the request was read.
 */
export function renderTools({ toolChoice, tools }: GenerationRequest): readonly RenderedTool[] {
  if (toolChoice.type === 'none') return [];
  return tools.flatMap((tool, index) => {
    if (tool.kind === 'hosted' || (toolChoice.type === 'allowed' && !isAmong(toolChoice.tools, tool))) return [];
    return [tool.kind === 'function' ? functionTool(tool, `tools.${index}`) : customTool(tool, `tools.${index}`)];
  });
}

/** What a call of a tool looks like to the model; the other way round it is {@link headFor}. */
export function flatToolName(tool: { readonly name: string; readonly namespace?: string }): string {
  if (tool.namespace === undefined || tool.namespace === '') return tool.name;
  return tool.namespace.endsWith('__') ? tool.namespace + tool.name : `${tool.namespace}__${tool.name}`;
}

/** The tool that a written name stands for. A name that was never offered is passed on as it is. */
export function headFor(tools: readonly RenderedTool[], name: string): CallHead {
  return tools.find((tool) => tool.name === name)?.head ?? { name, kind: 'function' };
}

function functionTool(tool: FunctionTool, path: string): RenderedTool {
  return renderTool(tool, path, tool.inputSchema, tool.description ?? '', tool.strict === true);
}

function customTool(tool: CustomTool, path: string): RenderedTool {
  const { format, description = '' } = tool;
  if (format.type === 'text') return renderTool(tool, path, freeText, description, false);
  const { syntax, definition } = format;
  const grammar = `\nThe input must match this ${syntax} definition:\n${definition}`;
  return { ...renderTool(tool, path, freeText, description + grammar, false), input: { syntax, definition } };
}

function renderTool(
  tool: FunctionTool | CustomTool,
  path: string,
  schema: JsonObject,
  description: string,
  strict: boolean,
): RenderedTool {
  const name = flatToolName(tool);
  return {
    name,
    head: { name: tool.name, kind: tool.kind, ...(tool.namespace === undefined ? {} : { namespace: tool.namespace }) },
    schema,
    strict,
    path,
    template: { type: 'function', function: { name, description, parameters: schema } },
  };
}
