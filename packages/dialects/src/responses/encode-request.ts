// The whole request, neutral to wire: the inverse of `decode-request.ts`, up to what `normalisations.ts` lists.
import type { GenerationRequest } from '@org/engine/model/generation-request';
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { Message } from '@org/engine/model/message';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import { responseCreateParamsSchema, type ResponseCreateParams } from '@org/protocol/responses';
import { isJsonObject } from '../shared/json-of.js';
import { encodeItems } from './encode-items.js';
import { encodeToolChoice } from './encode-tool-choice.js';
import { encodeTools } from './encode-tools.js';
import { bagOf, betasKey } from './extensions.js';
import { logprobsIncludable } from './include.js';
import { encodeFormat } from './text-format.js';

/** The wire request of a turn. Fields of this dialect that the turn kept are restored; those of another are left out. */
export function encodeRequest(turn: TurnRequest): ResponseCreateParams {
  return responseCreateParamsSchema.parse(requestBody(turn));
}

/** The body, unchecked. */
export function requestBody(turn: Pick<TurnRequest, 'generation' | 'instructions' | 'input' | 'state'>): JsonObject {
  const { generation, state } = turn;
  const { [betasKey]: _, ...kept } = generation.extensions?.responses ?? {};
  const toolChoice = encodeToolChoice(generation.toolChoice, generation.tools);
  const text = encodeText(generation, kept['text']);
  const reasoning = encodeReasoning(generation, kept['reasoning']);
  return {
    model: generation.model,
    ...(turn.input.length > 0 && { input: encodeInput(turn.input) }),
    ...(turn.instructions.length > 0 && { instructions: instructionText(turn.instructions) }),
    ...(!state.store && { store: false }),
    ...(state.previousId !== undefined && { previous_response_id: state.previousId }),
    ...(generation.tools.length > 0 && { tools: encodeTools(generation.tools) }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    ...(!generation.parallelToolCalls && { parallel_tool_calls: false }),
    ...(generation.limits.maxOutputTokens !== undefined && { max_output_tokens: generation.limits.maxOutputTokens }),
    ...encodeSampling(generation, kept),
    ...(generation.truncation !== 'disabled' && { truncation: generation.truncation }),
    ...(generation.cacheKey !== undefined && { prompt_cache_key: generation.cacheKey }),
    ...kept,
    ...(text !== undefined && { text }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

/** One user message of plain text without any item around it is what a bare string becomes. */
function encodeInput(input: readonly Message[]): JsonValue {
  const [first] = input;
  const bag = bagOf(first?.extensions);
  const [part] = first?.parts ?? [];
  if (input.length === 1 && bag.plain === true && bag.item === undefined && part?.type === 'text') return part.text;
  return encodeItems(input);
}

function instructionText(messages: readonly Message[]): string {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text : []))).join('\n\n');
}

function encodeSampling({ sampling }: GenerationRequest, kept: JsonObject): JsonObject {
  const { temperature, topP, presencePenalty, frequencyPenalty, topLogprobs } = sampling;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    ...(topLogprobs !== undefined && topLogprobs > 0 && { top_logprobs: topLogprobs }),
    // A request of this dialect kept its `include`; one from elsewhere has to ask in the words of this wire.
    ...(topLogprobs !== undefined && kept['top_logprobs'] === undefined && { include: [logprobsIncludable] }),
  };
}

function encodeText({ outputFormat }: GenerationRequest, kept: JsonValue | undefined): JsonObject | undefined {
  const format = encodeFormat(outputFormat);
  if (!isJsonObject(kept)) return format === undefined ? undefined : { format };
  return { ...(format !== undefined && { format }), ...kept };
}

function encodeReasoning({ reasoning }: GenerationRequest, kept: JsonValue | undefined): JsonObject | undefined {
  const effort = reasoning?.enabled === false && reasoning.implied !== true ? 'none' : reasoning?.effort;
  if (!isJsonObject(kept)) return effort === undefined ? undefined : { effort };
  return { ...(effort !== undefined && { effort }), ...kept };
}
