import type { LlamaModel, Token } from 'node-llama-cpp';

import {
  droppableTurns,
  EngineError,
  type GenerationRequest,
  type Message,
  roundDropCount,
  type Warning,
  withoutOldestTurns,
} from '@org/engine';
import { writePromptText, type PromptText, type PromptWriter } from '../../prompt/prompt-writer.js';
import { renderTools, type RenderedTool } from '../../prompt/render-tools.js';
import { takesLong } from '../../prompt/takes-long.js';
import type { PromptTokenizer } from './prompt-tokenizer.js';
import type { SchemaWorkerPool } from '../schema-pool/schema-workshop.js';

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
  /** Tokens of prompt and answer together. */
  readonly contextLength: number;
}

/** A prompt of this many contexts is not counted to its end: it is refused in any case. */
const hopeless = 32;
/** Room that truncation leaves for the answer: a quarter of the context, or less when less is asked for. */
const outputReserveDivisor = 4;

/** Whose prompt it is, and who may give it up. */
export interface PromptOrder {
  readonly owner: string;
  readonly request: GenerationRequest;
  readonly signal: AbortSignal;
}

/** The tokens of a request, or a `context-overflow` that says by how much it is too long. */
export async function preparePrompt(on: PromptModel, order: PromptOrder): Promise<PreparedPrompt> {
  const { request } = order;
  const tools = renderTools(request);
  const full = await writePrompt(on, order, request.messages, tools);
  const done = (written: WrittenPrompt, more: readonly Warning[] = []): PreparedPrompt => ({
    ...written,
    tools,
    warnings: [...thinkingWarnings(on, request, written), ...more],
  });
  if (full.count <= on.contextLength) return done(full);
  if (request.truncation === 'disabled') throw overflow(full.count, on.contextLength);
  const reserve = Math.min(
    request.limits.maxOutputTokens ?? Number.POSITIVE_INFINITY,
    Math.floor(on.contextLength / outputReserveDivisor),
  );
  const shortened = await truncateToContext(on, order, tools, on.contextLength - reserve);
  if (shortened.written.count > on.contextLength) throw overflow(shortened.written.count, on.contextLength);
  return done(shortened.written, [
    {
      kind: 'dropped',
      param: 'messages',
      message: `The service omitted the ${shortened.turns} oldest turns because the conversation exceeds the context.`,
    },
  ]);
}

/** How many tokens a request has, whether they fit or not: that is what a client wants to know. With truncation, what is left of them. */
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

/** Drops hardly more turns than make the prompt fit `maxTokens`, and all but the last turn where nothing does. */
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
  // Not at once with everybody else's answers: a request can hold sixty thousand messages, or as many properties of tools.
  const content = { request: { ...request, messages: [], tools: [] }, messages, tools };
  const { segments, ...text } = takesLong([messages, tools])
    ? await on.schemas.write(content, { owner, signal })
    : writePromptText(on, content);
  const { tokens, count } = await on.tokenizer.tokenize(owner, segments, hopeless * on.contextLength, signal);
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

function overflow(tokens: number, maximum: number): EngineError {
  return new EngineError('context-overflow', `prompt is too long: ${tokens} tokens > ${maximum} maximum`);
}
