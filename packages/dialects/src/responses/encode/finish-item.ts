// The events that bring an item from what was shown of it to its end.
import { outputItemEvents, type ResponseOutputItem } from '@org/protocol/responses';
import type { SentEvent } from './sent-event.js';
import type { ItemPlace } from './streams/item-stream.js';

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

/** The rest of `item`, `output_item.done` included. */
export function finishItem(
  item: ResponseOutputItem,
  shown: ShownItem,
  { outputIndex, sequence }: ItemPlace,
): SentEvent[] {
  const [, ...events] = outputItemEvents(item, outputIndex);
  return events
    .filter((event) => !wasShown(event, shown))
    .map((event) => Object.assign(event, { sequence_number: sequence.next() }));
}

/** Whether what `event` tells was told, by it or by others like it. */
function wasShown(event: SentEvent, { content, summary, commands, text }: ShownItem): boolean {
  switch (event.type) {
    case 'response.content_part.added':
    case 'response.output_text.delta':
    case 'response.refusal.delta':
    case 'response.reasoning_text.delta':
      return hasBegun(content, event.content_index);
    case 'response.output_text.annotation.added':
    case 'response.output_text.done':
    case 'response.refusal.done':
    case 'response.reasoning_text.done':
    case 'response.content_part.done':
      return event.content_index < content.done;
    case 'response.reasoning_summary_part.added':
    case 'response.reasoning_summary_text.delta':
      return hasBegun(summary, event.summary_index);
    case 'response.reasoning_summary_text.done':
    case 'response.reasoning_summary_part.done':
      return event.summary_index < summary.done;
    case 'response.shell_call_command.added':
    case 'response.shell_call_command.delta':
      return hasBegun(commands, event.command_index);
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
      return text === 'whole';
    default:
      return false;
  }
}

function hasBegun({ done, open }: ShownParts, index: number): boolean {
  return index < done || (open && index === done);
}
