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
  /** Path of the tool in the request. */
  readonly path: string;
  /** The grammar that constrains the input of a custom tool. */
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
 * The tools that this request offers to the model. `none` offers no tool, `allowed` those it lists. Provider-executed
 * tools cannot run here; that was reported when the request was parsed.
 */
export function renderTools({ toolChoice, tools }: GenerationRequest): readonly RenderedTool[] {
  if (toolChoice.type === 'none') return [];
  return tools.flatMap((tool, index) => {
    if (tool.kind === 'hosted' || (toolChoice.type === 'allowed' && !isAmong(toolChoice.tools, tool))) return [];
    return [tool.kind === 'function' ? functionTool(tool, `tools.${index}`) : customTool(tool, `tools.${index}`)];
  });
}

/** The flat name of a tool for the model; {@link headFor} is the inverse. */
export function flatToolName(tool: { readonly name: string; readonly namespace?: string }): string {
  if (tool.namespace === undefined || tool.namespace === '') return tool.name;
  return tool.namespace.endsWith('__') ? tool.namespace + tool.name : `${tool.namespace}__${tool.name}`;
}

/** The tool for a generated name. An unknown name is passed through unchanged. */
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
