import { CannotCount } from '../../errors/cannot-count.js';
import { EngineError } from '../../errors/engine-error.js';
import type { AppliedEdit } from '../../model/context-edit.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import { isList, type JsonValue } from '../../json/json-value.js';
import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';
import type { ToolDefinition } from '../../model/tool.js';
import type { Warning } from '../../model/warning.js';
import type { InputCount } from '../../ports/language-model.js';
import type { Step } from '../step.js';

/** UTF-16 units of common text per token. */
const unitsPerToken = 4;

/** Tokens of a picture or another file, roughly. */
const mediaTokens = 1000;

const estimateText = 'The tokenizer of the model is unknown; the count is an estimate.';
const warnings: readonly Warning[] = [{ kind: 'estimated', param: 'input_tokens', message: estimateText }];

/**
 * Input tokens of `step`: counted where the language model can count, otherwise estimated from the length of its
 * text. Throws when the signal aborts, and where counting fails, unless `toleratesFailure`.
 */
export async function countInput(
  { request, languageModel, context }: Step,
  toleratesFailure = false,
): Promise<InputCount & { readonly warnings: readonly Warning[] }> {
  try {
    const count = await languageModel.countTokens?.(request, context);
    if (count !== undefined) return { ...count, warnings: [] };
  } catch (thrown) {
    // Some upstreams report missing support only on request, and one whose counting fails may still generate.
    const isTolerated = thrown instanceof CannotCount || (toleratesFailure && thrown instanceof EngineError);
    if (!isTolerated || context.signal.aborted) throw thrown;
  }
  return { inputTokens: estimateInput(request), warnings };
}

/**
 * Approximate number of input tokens of `request`, minus those that `edits` have saved. Reads only lengths and copies
 * no text or schema.
 */
export function estimateInput(
  { messages, tools }: Pick<GenerationRequest, 'messages' | 'tools'>,
  edits: readonly AppliedEdit[] = [],
): number {
  const offered = tools.reduce((sum, tool) => sum + unitsOfTool(tool), 0);
  const total = Math.ceil(
    (offered + messages.reduce((sum, message) => sum + unitsOfMessage(message), 0)) / unitsPerToken,
  );
  return Math.max(
    0,
    edits.reduce((remaining, { inputTokens }) => remaining - inputTokens, total),
  );
}

function unitsOfTool(tool: ToolDefinition): number {
  switch (tool.kind) {
    case 'function':
      return tool.name.length + (tool.description?.length ?? 0) + unitsOfJson(tool.inputSchema);
    case 'custom':
      return (
        tool.name.length +
        (tool.description?.length ?? 0) +
        (tool.format.type === 'grammar' ? tool.format.definition.length : 0)
      );
    case 'hosted':
      return unitsOfJson(tool.value);
  }
}

/** About the length of a value's JSON text. */
function unitsOfJson(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  let units = 2;
  if (isList(value)) for (const member of value) units += unitsOfJson(member) + 1;
  else for (const name in value) units += name.length + 4 + unitsOfJson(value[name]);
  return units;
}

function unitsOfMessage({ role, parts }: Message): number {
  return parts.reduce((sum, part) => sum + unitsOf(part), role.length);
}

function unitsOf(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.length;
    case 'tool-call':
      return part.name.length + part.argumentsText.length;
    case 'tool-result':
      return part.content.reduce((sum, content) => sum + unitsOf(content), 0);
    case 'media':
      return part.source.type === 'text' ? part.source.text.length : mediaTokens * unitsPerToken;
    case 'opaque':
      return part.text?.length ?? 0;
  }
}
