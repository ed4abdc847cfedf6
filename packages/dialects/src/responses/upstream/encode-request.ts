// Encodes a model request for this API.
import { type GenerationRequest, isObject, type JsonObject, type JsonValue, type Message } from '@org/engine';
import { encodeToolChoice } from '../encode-tool-choice.js';
import { encodeItems } from '../encode/encode-items.js';
import { passthroughFieldsOf, betasKey } from '../extensions.js';
import { logprobsIncludable } from '../include.js';
import { encodeFormat } from '../text-format.js';
import { encodeTools } from './encode-tools.js';

/**
 * Encodes the body of the API request, unchecked. Restores the preserved fields of this dialect and leaves out those
 * of others.
 */
export function encodeRequest(request: GenerationRequest): JsonObject {
  const { instructions, input } = split(request.messages);
  const { [betasKey]: _, ...passthroughFields } = request.extensions?.responses ?? {};
  const toolChoice = encodeToolChoice(request.toolChoice, request.tools);
  const text = encodeText(request, passthroughFields['text']);
  const reasoning = encodeReasoning(request, passthroughFields['reasoning']);
  return {
    model: request.model,
    ...(input.length > 0 && { input: encodeInput(input) }),
    ...(instructions.length > 0 && { instructions: instructionText(instructions) }),
    ...(request.tools.length > 0 && { tools: encodeTools(request.tools) }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    ...(!request.parallelToolCalls && { parallel_tool_calls: false }),
    ...(request.limits.maxOutputTokens !== undefined && { max_output_tokens: request.limits.maxOutputTokens }),
    ...encodeSampling(request, passthroughFields),
    ...(request.truncation !== 'disabled' && { truncation: request.truncation }),
    ...(request.cacheKey !== undefined && { prompt_cache_key: request.cacheKey }),
    ...passthroughFields,
    ...(text !== undefined && { text }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

/** The system text before all else is what the client sent as `instructions`, unless the client sent it as an item. */
function split(messages: readonly Message[]): {
  readonly instructions: readonly Message[];
  readonly input: readonly Message[];
} {
  const first = messages.findIndex(({ role, extensions }) => role !== 'system' || extensions?.responses !== undefined);
  const count = first === -1 ? messages.length : first;
  return { instructions: messages.slice(0, count), input: messages.slice(count) };
}

/** A bare string becomes one user message of plain text without an item around it. */
function encodeInput(input: readonly Message[]): JsonValue {
  const [first] = input;
  const passthroughFields = passthroughFieldsOf(first?.extensions);
  const [part] = first?.parts ?? [];
  if (
    input.length === 1 &&
    passthroughFields.plain === true &&
    passthroughFields.item === undefined &&
    part?.type === 'text'
  )
    return part.text;
  return encodeItems(input);
}

function instructionText(messages: readonly Message[]): string {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text : []))).join('\n\n');
}

function encodeSampling({ sampling }: GenerationRequest, passthroughFields: JsonObject): JsonObject {
  const { temperature, topP, presencePenalty, frequencyPenalty, topLogprobs } = sampling;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    ...(topLogprobs !== undefined && topLogprobs > 0 && { top_logprobs: topLogprobs }),
    // A request of this dialect preserves its `include`; a request from another dialect needs this API's value.
    ...(topLogprobs !== undefined &&
      passthroughFields['top_logprobs'] === undefined && { include: [logprobsIncludable] }),
  };
}

function encodeText(
  { outputFormat }: GenerationRequest,
  passthroughFields: JsonValue | undefined,
): JsonObject | undefined {
  const format = encodeFormat(outputFormat);
  if (!isObject(passthroughFields)) return format === undefined ? undefined : { format };
  return { ...(format !== undefined && { format }), ...passthroughFields };
}

function encodeReasoning(
  { reasoning }: GenerationRequest,
  passthroughFields: JsonValue | undefined,
): JsonObject | undefined {
  const effort = reasoning?.enabled === false && reasoning.implied !== true ? 'none' : reasoning?.effort;
  if (!isObject(passthroughFields)) return effort === undefined ? undefined : { effort };
  return { ...(effort !== undefined && { effort }), ...passthroughFields };
}
