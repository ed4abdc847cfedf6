import type { LlamaModel, Token } from 'node-llama-cpp';

import {
  droppableTurns,
  type GenerationRequest,
  type Message,
  roundDropCount,
  type Warning,
  withoutOldestTurns,
} from '@org/engine';
import { writePromptText, type PromptText, type PromptWriter } from '../../prompt/write-prompt.js';
import { renderTools, type RenderedTool } from '../../prompt/render-tools.js';
import { contextOverflow } from '../../prompt/context-overflow.js';
import { isLongRender } from '../../prompt/is-long-render.js';
import type { PromptTokenizer } from './prompt-tokenizer.js';
import type { SchemaWorkerPool } from '../schema-pool/schema-worker-pool.js';

/** A prompt as the model reads it. */
export interface PreparedPrompt extends Omit<PromptText, 'segments'> {
  readonly tokens: readonly Token[];
  readonly tools: readonly RenderedTool[];
  readonly warnings: readonly Warning[];
}

/** What of a loaded model decides how prompts are written. */
export interface PromptModel extends PromptWriter {
  readonly model: LlamaModel;
  readonly tokenizer: PromptTokenizer;
  readonly schemas: SchemaWorkerPool;
  /** Tokens of prompt and completion together. */
  readonly contextLength: number;
}

/** Multiple of the context length above which a prompt is not counted to its end, because it is rejected in any case. */
const maxContextMultiple = 32;
/**
 * Share of the context that truncation reserves for the completion: a quarter, or less when the request allows fewer
 * tokens.
 */
const outputReserveDivisor = 4;

/** The owner of a prompt, and the signal that cancels it. */
export interface PromptOrder {
  readonly owner: string;
  readonly request: GenerationRequest;
  readonly signal: AbortSignal;
}

/** The tokens of a request, or a `context-overflow` with the number of tokens in excess. */
export async function preparePrompt(on: PromptModel, order: PromptOrder): Promise<PreparedPrompt> {
  const { request } = order;
  const tools = renderTools(request);
  const full = await writePrompt(on, order, request.messages, tools);
  const toPreparedPrompt = (written: WrittenPrompt, more: readonly Warning[] = []): PreparedPrompt => ({
    ...written,
    tools,
    warnings: [...thinkingWarnings(on, request, written), ...more],
  });
  if (full.count <= on.contextLength) return toPreparedPrompt(full);
  if (request.truncation === 'disabled') throw contextOverflow(full.count, on.contextLength);
  const reserve = Math.min(
    request.limits.maxOutputTokens ?? Number.POSITIVE_INFINITY,
    Math.floor(on.contextLength / outputReserveDivisor),
  );
  const shortened = await truncateToContext(on, order, tools, on.contextLength - reserve);
  if (shortened.written.count > on.contextLength) throw contextOverflow(shortened.written.count, on.contextLength);
  return toPreparedPrompt(shortened.written, [
    {
      kind: 'dropped',
      param: 'messages',
      message: `The service omitted the ${shortened.turns} oldest turns because the conversation exceeds the context.`,
    },
  ]);
}

/** Counts the tokens of a request even if they exceed the context. With truncation, it counts the remaining tokens. */
export async function countPrompt(on: PromptModel, order: PromptOrder): Promise<number> {
  const { request } = order;
  if (request.truncation !== 'disabled') return (await preparePrompt(on, order)).tokens.length;
  return (await writePrompt(on, order, request.messages, renderTools(request))).count;
}

interface WrittenPrompt extends Omit<PromptText, 'segments'> {
  readonly tokens: readonly Token[];
  /** How many tokens those are; for a hopelessly long prompt, which is not read to its end, about how many. */
  readonly count: number;
}

/** Drops about as many turns as make the prompt fit `maxTokens`, and all but the last turn if none do. */
async function truncateToContext(
  on: PromptModel,
  order: PromptOrder,
  tools: readonly RenderedTool[],
  maxTokens: number,
): Promise<{ readonly written: WrittenPrompt; readonly turns: number }> {
  const { messages } = order.request;
  const write = (turns: number): Promise<WrittenPrompt> =>
    writePrompt(on, order, withoutOldestTurns(messages, turns), tools);
  const droppable = droppableTurns(messages);
  let low = Math.min(1, droppable);
  let high = droppable;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await write(middle)).count <= maxTokens) high = middle;
    else low = middle + 1;
  }
  const turns = roundDropCount(low, droppable);
  return { written: await write(turns), turns };
}

async function writePrompt(
  on: PromptModel,
  { owner, request, signal }: PromptOrder,
  messages: readonly Message[],
  tools: readonly RenderedTool[],
): Promise<WrittenPrompt> {
  // Yields between completions: a request can contain sixty thousand messages, or as many tool properties.
  const content = { request: { ...request, messages: [], tools: [] }, messages, tools };
  const { segments, ...text } = isLongRender([messages, tools])
    ? await on.schemas.write(content, { owner, signal })
    : writePromptText(on, content);
  const { tokens, count } = await on.tokenizer.tokenize(owner, segments, maxContextMultiple * on.contextLength, signal);
  const { bos, shouldPrependBosToken } = on.model.tokens;
  const prepends = shouldPrependBosToken && bos !== null && tokens[0] !== bos;
  if (prepends) tokens.unshift(bos);
  return { ...text, tokens, count: prepends ? count + 1 : count };
}

function thinkingWarnings(on: PromptModel, request: GenerationRequest, { family }: WrittenPrompt): readonly Warning[] {
  if (
    request.reasoning?.enabled !== true ||
    on.capabilities.thinkingSwitch ||
    on.capabilities.thinksByEffort ||
    on.template.source.includes(family.reasoning.open)
  )
    return [];
  return [{ kind: 'ignored', param: 'reasoning', message: 'This model does not support reasoning.' }];
}
