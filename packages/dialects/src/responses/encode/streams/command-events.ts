import type { SentEvent } from '../sent-event.js';
import type { ItemPosition } from './item-stream.js';

/** The events of the commands of a shell call. They name their item by its index alone. */
export function commandEvents(commands: readonly string[], { outputIndex, sequence }: ItemPosition): SentEvent[] {
  return commands.flatMap((command, index): SentEvent[] => {
    const eventPosition = () => ({ output_index: outputIndex, sequence_number: sequence.next(), command_index: index });
    return [
      { type: 'response.shell_call_command.added', ...eventPosition(), command: '' },
      ...(command === ''
        ? []
        : [{ type: 'response.shell_call_command.delta' as const, ...eventPosition(), delta: command }]),
      { type: 'response.shell_call_command.done', ...eventPosition(), command },
    ];
  });
}
