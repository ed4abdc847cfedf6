import { EngineError, type JsonObject, toEngineError } from '@org/engine';
import { buildOutputGrammar, callBodyGrammar, type OutputShape } from '../../grammar/output-grammar.js';
import { buildChannelGrammar, channelCallGrammar } from '../../grammar/channel-grammar.js';
import { schemaFault, SchemaCheck } from '../../grammar/json/schema-check.js';
import type { OutputFamily } from '../../parse/output-family.js';
import { toFailure, type Failure } from '../../process-messages.js';
import type { RenderedTool } from '../../prompt/render-tools.js';

/** What there is to do with the schemas, patterns and grammars of a request. */
export type SchemaTask =
  /** Build the grammar of a complete output. `promised`: a value that must be a valid schema. */
  | {
      readonly type: 'output';
      readonly family: OutputFamily;
      readonly shape: OutputShape;
      readonly afterReasoning: boolean;
      readonly promised?: PromisedSchema;
    }
  /** Build the grammar that follows the opening marker of a call. */
  | {
      readonly type: 'calls';
      readonly family: OutputFamily;
      readonly tools: readonly RenderedTool[];
      readonly parallelCalls: boolean;
    }
  /** Check a finished text. */
  | { readonly type: 'check'; readonly promised: PromisedSchema; readonly text: string };

export interface PromisedSchema {
  readonly schema: JsonObject;
  /** Path in the request. */
  readonly path: string;
}

/** A grammar, or why a text is not valid; without `text`, it is. */
export type SchemaTaskResult = { readonly text?: string } | { readonly failure: Failure };

export function runSchemaTask(task: SchemaTask): SchemaTaskResult {
  try {
    return { ...textOf(task) };
  } catch (thrown) {
    const error =
      thrown instanceof RangeError
        ? new EngineError('unsupported', 'The schemas of this request are too deep to enforce.', {
            cause: thrown,
          })
        : toEngineError(thrown);
    return { failure: toFailure(error) };
  }
}

function textOf(task: SchemaTask): { readonly text?: string } {
  switch (task.type) {
    case 'output':
      if (task.promised !== undefined) checkOf(task.promised);
      requireSchemas(task.shape.calls?.tools ?? []);
      return {
        text:
          task.family.form === 'channels'
            ? buildChannelGrammar(task.family, task.shape, task.afterReasoning)
            : buildOutputGrammar(task.family, task.shape, task.afterReasoning),
      };
    case 'calls':
      requireSchemas(task.tools);
      return {
        text:
          task.family.form === 'channels'
            ? channelCallGrammar(task.family, task.tools)
            : callBodyGrammar(task.family.call, task.tools, task.parallelCalls),
      };
    case 'check': {
      const text = checkOf(task.promised).fault(task.text);
      return text === undefined ? {} : { text };
    }
  }
}

/** Calls of strict tools are validated when they are made, which is too late to report an invalid schema. */
function requireSchemas(tools: readonly RenderedTool[]): void {
  for (const { strict, schema, path } of tools) {
    const fault = strict ? schemaFault(schema) : undefined;
    if (fault !== undefined) throw noSchema(`${path}.inputSchema`, fault);
  }
}

function noSchema(path: string, fault: string, cause?: unknown): EngineError {
  return new EngineError('invalid-request', `${path}: this is not a valid JSON Schema: ${fault}.`, {
    param: path,
    cause,
  });
}

function checkOf({ schema, path }: PromisedSchema): SchemaCheck {
  try {
    return new SchemaCheck(schema);
  } catch (thrown) {
    throw noSchema(path, schemaFault(schema) ?? schemaErrorReason(thrown), thrown);
  }
}

/** The validator's message may quote the schema. */
function schemaErrorReason(thrown: unknown): string {
  if (thrown instanceof Error && 'missingRef' in thrown) return 'a "$ref" has no target';
  if (thrown instanceof SyntaxError) return 'a "pattern" is not a regular expression';
  if (thrown instanceof Error && thrown.message.startsWith('enum must')) return 'an "enum" is empty';
  return 'the service cannot read it';
}
