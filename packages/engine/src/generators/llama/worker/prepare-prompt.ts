import type { LlamaModel, Token } from 'node-llama-cpp';

import { EngineError } from '../../../errors/engine-error.js';
import type { GenerationRequest } from '../../../model/generation-request.js';
import type { Message } from '../../../model/message.js';
import type { Warning } from '../../../model/warning.js';
import type { OutputFamily } from '../parse/output-family.js';
import type { ChatTemplate } from '../prompt/chat-template.js';
import { ControlText, type ControlTokenTexts } from '../prompt/control-text.js';
import { droppableTurns, withoutOldestTurns } from '../prompt/drop-turns.js';
import { showConversation } from '../prompt/show-conversation.js';
import { shownTools, type ShownTool } from '../prompt/shown-tools.js';
import type { TemplateHabits } from '../prompt/template-habits.js';

/** A prompt as the model reads it. */
export interface PreparedPrompt {
  readonly tokens: readonly Token[];
  /** The prompt's last words open a section of reasoning. */
  readonly startsInReasoning: boolean;
  /** The answer goes on with text of the assistant that the request ended with. */
  readonly continues: boolean;
  readonly tools: readonly ShownTool[];
  readonly warnings: readonly Warning[];
}

/** What of a loaded model decides how prompts are written. */
export interface PromptModel {
  readonly model: LlamaModel;
  readonly template: ChatTemplate;
  readonly habits: TemplateHabits;
  readonly family: OutputFamily;
  readonly nativeTools: boolean;
  readonly controlTexts: ControlTokenTexts;
  /** Tokens of prompt and answer together. */
  readonly contextLength: number;
}

/** Room that truncation leaves for the answer: a quarter of the context, or less when less is asked for. */
const answerShare = 4;

/** The tokens of a request, or a `context-overflow` that says by how much it is too long. */
export function preparePrompt(on: PromptModel, request: GenerationRequest): PreparedPrompt {
  const { tools, warnings } = shownTools(request);
  const whole = writePrompt(on, request, request.messages, tools);
  const done = (written: WrittenPrompt, more: readonly Warning[] = []): PreparedPrompt => ({ ...written, tools, warnings: [...warnings, ...thinkingWarnings(on, request), ...more] });
  if (whole.tokens.length <= on.contextLength) return done(whole);
  if (request.truncation === 'disabled') throw overflow(whole.tokens.length, on.contextLength);
  const reserve = Math.min(request.limits.maxOutputTokens ?? Number.POSITIVE_INFINITY, Math.floor(on.contextLength / answerShare));
  const cut = shortestCut(on, request, tools, on.contextLength - reserve);
  if (cut === undefined) throw overflow(writePrompt(on, request, withoutOldestTurns(request.messages, droppableTurns(request.messages)), tools).tokens.length, on.contextLength);
  return done(cut.written, [{ kind: 'dropped', param: 'messages', message: `The ${cut.turns} oldest turns did not fit and were left out.` }]);
}

interface WrittenPrompt {
  readonly tokens: readonly Token[];
  readonly startsInReasoning: boolean;
  readonly continues: boolean;
}

/** Drops as few turns as make the prompt fit `room`, or at least the context; `undefined` when none does. */
function shortestCut(on: PromptModel, request: GenerationRequest, tools: readonly ShownTool[], room: number): { readonly written: WrittenPrompt; readonly turns: number } | undefined {
  const most = droppableTurns(request.messages);
  let low = 1;
  let high = most;
  const write = (turns: number): WrittenPrompt => writePrompt(on, request, withoutOldestTurns(request.messages, turns), tools);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (write(middle).tokens.length <= room) high = middle;
    else low = middle + 1;
  }
  if (low > most) return undefined;
  const written = write(low);
  return written.tokens.length <= on.contextLength ? { written, turns: low } : undefined;
}

function writePrompt(on: PromptModel, request: GenerationRequest, messages: readonly Message[], tools: readonly ShownTool[]): WrittenPrompt {
  const guard = new ControlText(on.controlTexts, JSON.stringify([messages, tools]));
  const { input, prefill } = showConversation(request, messages, tools, { habits: on.habits, nativeTools: on.nativeTools, guard });
  const { open, close } = on.family.reasoning;
  let prompt = on.template.render(input);
  let opened = prompt.trimEnd().endsWith(open);
  if (opened && (request.reasoning?.enabled === false || prefill !== '')) {
    prompt = `${prompt.trimEnd()}\n\n${close}\n\n`;
    opened = false;
  } else if (!opened && prefill === '' && request.reasoning?.enabled === true && constrained(request) && on.template.source.includes(open)) {
    prompt = `${prompt}${open}\n`;
    opened = true;
  }
  const pieces = guard.split(prompt + prefill);
  const tokens = pieces.flatMap((piece, index) => on.model.tokenize(piece, true, ...(index === 0 ? [] : (['trimLeadingSpace'] as const))));
  const { bos, shouldPrependBosToken } = on.model.tokens;
  if (shouldPrependBosToken && bos !== null && tokens[0] !== bos) tokens.unshift(bos);
  return { tokens, startsInReasoning: opened, continues: prefill !== '' };
}

/** A grammar holds the answer from its first character, so the reasoning before it must be opened by us. */
function constrained(request: GenerationRequest): boolean {
  return request.outputFormat.type !== 'text' || request.toolChoice.type === 'required' || request.toolChoice.type === 'tool';
}

function thinkingWarnings(on: PromptModel, request: GenerationRequest): readonly Warning[] {
  if (request.reasoning?.enabled !== true || on.habits.thinkingSwitch || on.template.source.includes(on.family.reasoning.open)) return [];
  return [{ kind: 'ignored', param: 'reasoning', message: 'This model has no reasoning to switch on.' }];
}

function overflow(tokens: number, maximum: number): EngineError {
  return new EngineError('context-overflow', `prompt is too long: ${tokens} tokens > ${maximum} maximum`, { param: 'messages' });
}
