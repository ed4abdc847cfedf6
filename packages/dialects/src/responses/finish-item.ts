// The events that bring an item from what was shown of it to its end: all of them for an item nobody has seen.
import type { ReasoningText, ResponseOutputContent, ResponseOutputItem, SummaryText } from '@org/protocol/responses';
import { rawTexts, summaryTexts } from './reasoning-texts.js';
import type { SentEvent } from './sent-event.js';
import { placed, type ItemPlace } from './streams/item-stream.js';
import { commandEvents } from './streams/shell-commands.js';

/** How much of a list of parts was shown: `done` of them whole, and whether the next one is open. */
export interface ShownParts {
  readonly done: number;
  readonly open: boolean;
}

/** What was shown of an item behind its `output_item.added`. */
export interface ShownItem {
  readonly content: ShownParts;
  readonly summary: ShownParts;
  /** The commands of a shell. */
  readonly commands: ShownParts;
  /** Whether arguments or input have begun, and whether they are whole. */
  readonly text: 'none' | 'begun' | 'whole';
}

const noParts: ShownParts = { done: 0, open: false };

export const nothingShown: ShownItem = { content: noParts, summary: noParts, commands: noParts, text: 'none' };

/** The rest of `item`, `output_item.done` included. */
export function finishItem(item: ResponseOutputItem, shown: ShownItem, place: ItemPlace): SentEvent[] {
  const events = restOf(item, shown, place);
  const { outputIndex, sequence } = place;
  return [...events, { type: 'response.output_item.done', sequence_number: sequence.next(), output_index: outputIndex, item }];
}

function restOf(item: ResponseOutputItem, { content, summary, commands, text }: ShownItem, place: ItemPlace): SentEvent[] {
  switch (item.type) {
    case 'message':
      return missing(item.content, content).flatMap(({ part, index, open }) => contentEvents(part, index, open, place));
    case 'reasoning':
      return [
        ...missing(summaryTexts(item.summary), summary).flatMap(({ part, index, open }) => summaryEvents(part, index, open, place)),
        ...missing(rawTexts(item.content ?? []), content).flatMap(({ part, index, open }) => rawEvents(part, index, open, place)),
      ];
    case 'function_call':
      return written(text, item.arguments, {
        delta: (delta) => ({ type: 'response.function_call_arguments.delta', ...placed(place), delta }),
        done: (whole) => ({ type: 'response.function_call_arguments.done', ...placed(place), arguments: whole }),
      });
    case 'custom_tool_call':
      return written(text, item.input, {
        delta: (delta) => ({ type: 'response.custom_tool_call_input.delta', ...placed(place), delta }),
        done: (whole) => ({ type: 'response.custom_tool_call_input.done', ...placed(place), input: whole }),
      });
    case 'mcp_call':
      return written(text, item.arguments, {
        delta: (delta) => ({ type: 'response.mcp_call_arguments.delta', ...placed(place), delta }),
        done: (whole) => ({ type: 'response.mcp_call_arguments.done', ...placed(place), arguments: whole }),
      });
    case 'code_interpreter_call':
      return item.code === null ? [] : written(text, item.code, {
        delta: (delta) => ({ type: 'response.code_interpreter_call_code.delta', ...placed(place), delta }),
        done: (whole) => ({ type: 'response.code_interpreter_call_code.done', ...placed(place), code: whole }),
      });
    case 'shell_call':
      return commandEvents(item.action.commands, place, commands.done, commands.open);
    default:
      // Other items are shown whole.
      return [];
  }
}

/** What a model writes for a call. */
function written(shown: ShownItem['text'], text: string, events: { delta(text: string): SentEvent; done(text: string): SentEvent }): SentEvent[] {
  if (shown === 'whole') return [];
  return shown === 'begun' || text === '' ? [events.done(text)] : [events.delta(text), events.done(text)];
}

function missing<Part>(parts: readonly Part[], { done, open }: ShownParts): { part: Part; index: number; open: boolean }[] {
  return parts.slice(done).map((part, n) => ({ part, index: done + n, open: open && n === 0 }));
}

function contentEvents(part: ResponseOutputContent, index: number, open: boolean, place: ItemPlace): SentEvent[] {
  const here = () => ({ ...placed(place), content_index: index });
  if (part.type === 'refusal') {
    return [
      ...(open ? [] : [{ type: 'response.content_part.added' as const, ...here(), part: { type: 'refusal' as const, refusal: '' } }]),
      ...(open || part.refusal === '' ? [] : [{ type: 'response.refusal.delta' as const, ...here(), delta: part.refusal }]),
      { type: 'response.refusal.done', ...here(), refusal: part.refusal },
      { type: 'response.content_part.done', ...here(), part },
    ];
  }
  if (part.type !== 'output_text') {
    return [
      ...(open ? [] : [{ type: 'response.content_part.added' as const, ...here(), part }]),
      { type: 'response.content_part.done', ...here(), part },
    ];
  }
  const logprobs = part.logprobs ?? [];
  const opening = { type: 'output_text' as const, text: '', annotations: [], logprobs: [] };
  return [
    ...(open ? [] : [{ type: 'response.content_part.added' as const, ...here(), part: opening }]),
    ...(open || part.text === '' ? [] : [{ type: 'response.output_text.delta' as const, ...here(), delta: part.text, logprobs }]),
    ...part.annotations.map((annotation, n) => ({ type: 'response.output_text.annotation.added' as const, ...here(), annotation_index: n, annotation })),
    { type: 'response.output_text.done', ...here(), text: part.text, logprobs },
    { type: 'response.content_part.done', ...here(), part },
  ];
}

function summaryEvents(part: SummaryText, index: number, open: boolean, place: ItemPlace): SentEvent[] {
  const here = () => ({ ...placed(place), summary_index: index });
  return [
    ...(open ? [] : [{ type: 'response.reasoning_summary_part.added' as const, ...here(), part: { type: 'summary_text' as const, text: '' } }]),
    ...(open || part.text === '' ? [] : [{ type: 'response.reasoning_summary_text.delta' as const, ...here(), delta: part.text }]),
    { type: 'response.reasoning_summary_text.done', ...here(), text: part.text },
    { type: 'response.reasoning_summary_part.done', ...here(), part },
  ];
}

function rawEvents(part: ReasoningText, index: number, open: boolean, place: ItemPlace): SentEvent[] {
  const here = () => ({ ...placed(place), content_index: index });
  return [
    ...(open ? [] : [{ type: 'response.content_part.added' as const, ...here(), part: { type: 'reasoning_text' as const, text: '' } }]),
    ...(open || part.text === '' ? [] : [{ type: 'response.reasoning_text.delta' as const, ...here(), delta: part.text }]),
    { type: 'response.reasoning_text.done', ...here(), text: part.text },
    { type: 'response.content_part.done', ...here(), part },
  ];
}
