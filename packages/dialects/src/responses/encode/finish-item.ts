// Events that complete a partially streamed item.
import { outputItemEvents, type ResponseOutputItem } from '@org/protocol/responses';
import type { SentEvent } from './sent-event.js';
import type { ItemPosition } from './streams/item-stream.js';

/** How much of a list of parts was streamed: `done` parts are complete, and the next one may be open. */
export interface StreamedParts {
  readonly done: number;
  readonly open: boolean;
}

/** What was streamed of an item after its `output_item.added`. */
export interface StreamedItem {
  readonly content: StreamedParts;
  readonly summary: StreamedParts;
  /** The commands of a shell. */
  readonly commands: StreamedParts;
  /** Whether arguments or input have started, and whether they are complete. */
  readonly text: 'none' | 'partial' | 'complete';
}

/** Remaining events of `item`, including `output_item.done`. */
export function finishItem(
  item: ResponseOutputItem,
  streamed: StreamedItem,
  { outputIndex, sequence }: ItemPosition,
): SentEvent[] {
  const [, ...events] = outputItemEvents(item, outputIndex);
  return events
    .filter((event) => !wasStreamed(event, streamed))
    .map((event) => Object.assign(event, { sequence_number: sequence.next() }));
}

/** Whether the content of `event` was already streamed, by this event or by equivalent ones. */
function wasStreamed(event: SentEvent, { content, summary, commands, text }: StreamedItem): boolean {
  switch (event.type) {
    case 'response.content_part.added':
    case 'response.output_text.delta':
    case 'response.refusal.delta':
    case 'response.reasoning_text.delta':
      return hasStarted(content, event.content_index);
    case 'response.output_text.annotation.added':
    case 'response.output_text.done':
    case 'response.refusal.done':
    case 'response.reasoning_text.done':
    case 'response.content_part.done':
      return event.content_index < content.done;
    case 'response.reasoning_summary_part.added':
    case 'response.reasoning_summary_text.delta':
      return hasStarted(summary, event.summary_index);
    case 'response.reasoning_summary_text.done':
    case 'response.reasoning_summary_part.done':
      return event.summary_index < summary.done;
    case 'response.shell_call_command.added':
    case 'response.shell_call_command.delta':
      return hasStarted(commands, event.command_index);
    case 'response.shell_call_command.done':
      return event.command_index < commands.done;
    case 'response.function_call_arguments.delta':
    case 'response.custom_tool_call_input.delta':
    case 'response.mcp_call_arguments.delta':
    case 'response.code_interpreter_call_code.delta':
      return text !== 'none';
    case 'response.function_call_arguments.done':
    case 'response.custom_tool_call_input.done':
    case 'response.mcp_call_arguments.done':
    case 'response.code_interpreter_call_code.done':
      return text === 'complete';
    default:
      return false;
  }
}

function hasStarted({ done, open }: StreamedParts, index: number): boolean {
  return index < done || (open && index === done);
}
