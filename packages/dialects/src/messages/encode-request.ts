// A turn to the wire request that `decodeRequest` reads back as that turn.
import type { GenerationRequest } from '@org/engine/model/generation-request';
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { Message } from '@org/engine/model/message';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import { messageCreateParamsSchema, type MessageCreateParams } from '@org/protocol/messages';
import { isJsonObject, objectOf } from '../shared/json-of.js';
import { encodeBlockParams } from './encode-content.js';
import { encodeMessages } from './encode-messages.js';
import { allowedTools, encodeTools, encodeToolChoice } from './encode-tools.js';
import { bagOf, shapeKey, wireFields } from './extensions.js';
import { parseBody } from './parse-body.js';

/** `max_tokens` of a turn that names none: the wire demands one. */
const defaultMaxTokens = 4096;

/**
 * The wire request of a turn. A turn of another dialect keeps what this wire can say; throws `invalid-request` when that
 * is not a request, such as one without messages.
 */
export function encodeRequest(turn: TurnRequest): MessageCreateParams {
  return parseBody(messageCreateParamsSchema, requestBody(turn));
}

/** The body, unchecked. */
export function requestBody(turn: Pick<TurnRequest, 'generation' | 'instructions' | 'input'>): JsonObject {
  const { generation } = turn;
  const bag = bagOf(generation);
  const shape = objectOf(bag[shapeKey]);
  const { instructions, input } = hoistLeadingSystem(turn);
  const system = shape['carriedSystem'] === true ? undefined : encodeSystem(instructions, shape);
  const tools = shape['carriedTools'] === true ? [] : encodeTools(allowedTools(generation));
  const choice = encodeToolChoice(generation.toolChoice, generation.parallelToolCalls, optionalObject(bag['tool_choice']));
  const { maxOutputTokens } = generation.limits;
  return {
    ...wireFields(bag),
    model: generation.model,
    max_tokens: maxOutputTokens ?? defaultMaxTokens,
    messages: encodeMessages(input),
    ...(system !== undefined && { system }),
    ...(tools.length > 0 && { tools }),
    ...(choice !== undefined && { tool_choice: choice }),
    ...(generation.stopSequences.length > 0 && { stop_sequences: generation.stopSequences }),
    ...encodeSampling(generation),
    ...encodeThinking(generation, optionalObject(bag['thinking'])),
    ...encodeOutput(generation, bag),
  };
}

/** Instructions that another dialect sent as its first messages: this wire has a field for them. */
function hoistLeadingSystem({ instructions, input }: Pick<TurnRequest, 'instructions' | 'input'>): { instructions: readonly Message[]; input: readonly Message[] } {
  const first = input.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const lead = first === -1 ? input.length : first;
  return { instructions: [...instructions, ...input.slice(0, lead)], input: input.slice(lead) };
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

/** The wire's temperature ends at 1. */
function encodeSampling({ sampling }: GenerationRequest): JsonObject {
  const { temperature, topP, topK } = sampling;
  return {
    ...(temperature !== undefined && { temperature: Math.min(1, temperature) }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
  };
}

function encodeThinking({ reasoning, extensions }: GenerationRequest, left: JsonObject | undefined): JsonObject {
  if (reasoning === undefined || reasoning.implied === true) return {};
  const budget = reasoning.budgetTokens === undefined ? {} : { budget_tokens: reasoning.budgetTokens };
  if (left !== undefined) return { thinking: { ...left, ...budget } };
  if (extensions?.messages !== undefined) return {};
  if (!reasoning.enabled) return { thinking: { type: 'disabled' } };
  return { thinking: reasoning.budgetTokens === undefined ? { type: 'adaptive' } : { type: 'enabled', ...budget } };
}

/** `output_config` with effort and format; `output_format` where the request used that older name. */
function encodeOutput({ reasoning, outputFormat }: GenerationRequest, bag: JsonObject): JsonObject {
  const { format: formatLeft, ...left } = objectOf(bag['output_config']);
  const effort = reasoning?.effort === 'minimal' ? 'low' : reasoning?.effort;
  const schema = outputFormat.type === 'json-schema' ? { type: 'json_schema', schema: outputFormat.schema } : undefined;
  const oldLeft = optionalObject(bag['output_format']);
  const old = schema !== undefined && oldLeft !== undefined && oldLeft['schema'] === undefined;
  const format = schema === undefined || old ? formatLeft : { ...schema, ...objectOf(formatLeft) };
  const config = { ...left, ...(effort !== undefined && { effort }), ...(format !== undefined && { format }) };
  const present = bag['output_config'] !== undefined || Object.keys(config).length > 0;
  return { ...(present && { output_config: config }), ...(old && { output_format: { ...schema, ...oldLeft } }) };
}

function optionalObject(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
