// Encodes a model request for this API.
import { type GenerationRequest, isObject, type JsonObject, type JsonValue, type Message, objectOf } from '@org/engine';
import { encodeBlockParams } from '../encode/encode-content.js';
import { passthroughFieldsOf, shapeKey, apiFields } from '../extensions.js';
import { encodeMessages } from './encode-messages.js';
import { allowedTools, encodeTools, encodeToolChoice } from './encode-tools.js';

/** The body of the API request, unchecked. A request from another dialect preserves what this API can express. */
export function encodeRequest(request: GenerationRequest): JsonObject {
  const passthroughFields = passthroughFieldsOf(request);
  const { maxOutputTokens } = request.limits;
  const { instructions, input } = hoistLeadingSystem(request.messages);
  const system = encodeSystem(instructions, objectOf(passthroughFields[shapeKey]));
  const tools = encodeTools(allowedTools(request));
  const choice = encodeToolChoice(
    request.toolChoice,
    request.parallelToolCalls,
    optionalObject(passthroughFields['tool_choice']),
  );
  return {
    ...apiFields(passthroughFields),
    model: request.model,
    ...(maxOutputTokens !== undefined && { max_tokens: maxOutputTokens }),
    messages: encodeMessages(input),
    ...(system !== undefined && { system }),
    ...(tools.length > 0 && { tools }),
    ...(choice !== undefined && { tool_choice: choice }),
    ...(request.stopSequences.length > 0 && { stop_sequences: request.stopSequences }),
    ...encodeSampling(request),
    ...encodeThinking(request, optionalObject(passthroughFields['thinking'])),
    ...encodeOutput(request, passthroughFields),
  };
}

/** Leading instructions have a field of their own in this API. */
function hoistLeadingSystem(messages: readonly Message[]): {
  readonly instructions: readonly Message[];
  readonly input: readonly Message[];
} {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const lead = first === -1 ? messages.length : first;
  return { instructions: messages.slice(0, lead), input: messages.slice(lead) };
}

function encodeSystem(instructions: readonly Message[], shape: JsonObject): JsonValue | undefined {
  const blocks = encodeBlockParams(instructions.flatMap(({ parts }) => parts));
  const billing = optionalObject(shape['billing']);
  switch (shape['form']) {
    case 'string':
      return blocks.length > 1 ? blocks : (blocks[0]?.['text'] ?? '');
    case 'array':
      return billing === undefined ? blocks : [billing, ...blocks];
    default:
      return blocks.length === 0 ? undefined : blocks;
  }
}

/** The API's maximum temperature is 1. */
function encodeSampling({ sampling }: GenerationRequest): JsonObject {
  const { temperature, topP, topK } = sampling;
  return {
    ...(temperature !== undefined && { temperature: Math.min(1, temperature) }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
  };
}

function encodeThinking({ reasoning, extensions }: GenerationRequest, remaining: JsonObject | undefined): JsonObject {
  if (reasoning === undefined || reasoning.implied === true) return {};
  const budget = reasoning.budgetTokens === undefined ? {} : { budget_tokens: reasoning.budgetTokens };
  if (remaining !== undefined) return { thinking: { ...remaining, ...budget } };
  if (extensions?.messages !== undefined) return {};
  if (!reasoning.enabled) return { thinking: { type: 'disabled' } };
  // A request for reasoning also requests its text: newer models show it only on request.
  return {
    thinking: {
      ...(reasoning.budgetTokens === undefined ? { type: 'adaptive' } : { type: 'enabled', ...budget }),
      display: 'summarized',
    },
  };
}

/** `output_config` with effort and format; `output_format` where the request used that older name. */
function encodeOutput({ reasoning, outputFormat }: GenerationRequest, passthroughFields: JsonObject): JsonObject {
  const { format: remainingFormat, ...remaining } = objectOf(passthroughFields['output_config']);
  const effort = reasoning?.effort === 'minimal' ? 'low' : reasoning?.effort;
  const schema = outputFormat.type === 'json-schema' ? { type: 'json_schema', schema: outputFormat.schema } : undefined;
  const remainingOldFormat = optionalObject(passthroughFields['output_format']);
  const old = schema !== undefined && remainingOldFormat !== undefined && remainingOldFormat['schema'] === undefined;
  const format = schema === undefined || old ? remainingFormat : { ...schema, ...objectOf(remainingFormat) };
  const config = { ...remaining, ...(effort !== undefined && { effort }), ...(format !== undefined && { format }) };
  const present = passthroughFields['output_config'] !== undefined || Object.keys(config).length > 0;
  return {
    ...(present && { output_config: config }),
    ...(old && { output_format: { ...schema, ...remainingOldFormat } }),
  };
}

function optionalObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
