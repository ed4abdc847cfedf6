// How an item is streamed: its initial state and the events that extend it.
import type { KnownResponseEvent } from '../events/stream-event.js';
import type { ResponseOutputItem } from '../items/output-item.js';
import type { ReasoningText, ResponseOutputContent, SummaryText } from '../response/output-content.js';

/** Position fields of an event. */
interface EventPosition {
  readonly item_id: string;
  readonly output_index: number;
  readonly sequence_number: number;
}

/**
 * An item as `output_item.added` sends it: fixed fields are set, streamed fields are empty, and the status is in
 * progress.
 */
export function openingItem(item: ResponseOutputItem): ResponseOutputItem {
  const status = 'status' in item ? { status: 'in_progress' as const } : {};
  switch (item.type) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'reasoning': {
      const { content: _, encrypted_content: __, ...fixed } = item;
      return { ...fixed, ...status, summary: [] };
    }
    case 'function_call':
      return { ...item, ...status, arguments: '' };
    case 'custom_tool_call':
      return { ...item, ...status, input: '' };
    case 'mcp_call':
      return { ...item, ...status, arguments: '', output: null, error: null };
    case 'mcp_list_tools':
      return { ...item, tools: [] };
    case 'code_interpreter_call':
      return { ...item, ...status, code: '', outputs: null };
    case 'shell_call':
      return { ...item, ...status, action: { ...item.action, commands: [] } };
    case 'web_search_call':
    case 'file_search_call':
    case 'image_generation_call':
    case 'tool_search_call':
    case 'tool_search_output':
      return { ...item, ...status };
    default:
      return item;
  }
}

/** The events between `output_item.added` and `output_item.done`, with one delta per text. */
export function itemGrowth(item: ResponseOutputItem, position: EventPosition): KnownResponseEvent[] {
  switch (item.type) {
    case 'message':
      return item.content.flatMap((part, index) => contentEvents(part, { ...position, content_index: index }));
    case 'reasoning':
      // Parts of unknown kinds are in the item alone.
      return [
        ...item.summary
          .filter((part) => part.type === 'summary_text')
          .flatMap((part, index) => summaryEvents(part, { ...position, summary_index: index })),
        ...(item.content ?? [])
          .filter((part) => part.type === 'reasoning_text')
          .flatMap((part, index) => reasoningEvents(part, { ...position, content_index: index })),
      ];
    case 'function_call':
      return written(item.arguments, {
        delta: (delta) => ({ type: 'response.function_call_arguments.delta', ...position, delta }),
        done: { type: 'response.function_call_arguments.done', ...position, arguments: item.arguments },
      });
    case 'custom_tool_call':
      return written(item.input, {
        delta: (delta) => ({ type: 'response.custom_tool_call_input.delta', ...position, delta }),
        done: { type: 'response.custom_tool_call_input.done', ...position, input: item.input },
      });
    case 'mcp_call':
      return written(item.arguments, {
        delta: (delta) => ({ type: 'response.mcp_call_arguments.delta', ...position, delta }),
        done: { type: 'response.mcp_call_arguments.done', ...position, arguments: item.arguments },
      });
    case 'code_interpreter_call': {
      const { code } = item;
      if (code === null) return [];
      return written(code, {
        delta: (delta) => ({ type: 'response.code_interpreter_call_code.delta', ...position, delta }),
        done: { type: 'response.code_interpreter_call_code.done', ...position, code },
      });
    }
    case 'shell_call':
      return item.action.commands.flatMap((command, index) =>
        commandEvents(command, { ...position, command_index: index }),
      );
    default:
      // Other items have no deltas and arrive complete.
      return [];
  }
}

/** What a model writes for a call. */
function written(
  text: string,
  { delta, done }: { delta(text: string): KnownResponseEvent; readonly done: KnownResponseEvent },
): KnownResponseEvent[] {
  return text === '' ? [done] : [delta(text), done];
}

function contentEvents(
  part: ResponseOutputContent,
  here: EventPosition & { readonly content_index: number },
): KnownResponseEvent[] {
  switch (part.type) {
    case 'output_text': {
      const { text, logprobs = [] } = part;
      return [
        {
          type: 'response.content_part.added',
          ...here,
          part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
        },
        ...(text === '' ? [] : [{ type: 'response.output_text.delta' as const, ...here, delta: text, logprobs }]),
        ...part.annotations.map((annotation, n) => ({
          type: 'response.output_text.annotation.added' as const,
          ...here,
          annotation_index: n,
          annotation,
        })),
        { type: 'response.output_text.done', ...here, text, logprobs },
        { type: 'response.content_part.done', ...here, part },
      ];
    }
    case 'refusal':
      return [
        { type: 'response.content_part.added', ...here, part: { type: 'refusal', refusal: '' } },
        ...(part.refusal === '' ? [] : [{ type: 'response.refusal.delta' as const, ...here, delta: part.refusal }]),
        { type: 'response.refusal.done', ...here, refusal: part.refusal },
        { type: 'response.content_part.done', ...here, part },
      ];
    default:
      return [
        { type: 'response.content_part.added', ...here, part },
        { type: 'response.content_part.done', ...here, part },
      ];
  }
}

function summaryEvents(
  part: SummaryText,
  here: EventPosition & { readonly summary_index: number },
): KnownResponseEvent[] {
  return [
    { type: 'response.reasoning_summary_part.added', ...here, part: { type: 'summary_text', text: '' } },
    ...(part.text === ''
      ? []
      : [{ type: 'response.reasoning_summary_text.delta' as const, ...here, delta: part.text }]),
    { type: 'response.reasoning_summary_text.done', ...here, text: part.text },
    { type: 'response.reasoning_summary_part.done', ...here, part },
  ];
}

function reasoningEvents(
  part: ReasoningText,
  here: EventPosition & { readonly content_index: number },
): KnownResponseEvent[] {
  return [
    { type: 'response.content_part.added', ...here, part: { type: 'reasoning_text', text: '' } },
    ...(part.text === '' ? [] : [{ type: 'response.reasoning_text.delta' as const, ...here, delta: part.text }]),
    { type: 'response.reasoning_text.done', ...here, text: part.text },
    { type: 'response.content_part.done', ...here, part },
  ];
}

/** They name their item by its index alone. */
function commandEvents(
  command: string,
  { output_index, sequence_number, command_index }: EventPosition & { readonly command_index: number },
): KnownResponseEvent[] {
  const here = { output_index, sequence_number, command_index };
  return [
    { type: 'response.shell_call_command.added', ...here, command: '' },
    ...(command === '' ? [] : [{ type: 'response.shell_call_command.delta' as const, ...here, delta: command }]),
    { type: 'response.shell_call_command.done', ...here, command },
  ];
}
