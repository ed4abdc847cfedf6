import type { SentEvent } from '../sent-event.js';
import type { ItemPlace } from './item-stream.js';

/** The events of the commands of a shell call, of which `done` were shown whole and the next one is `open` or not. They name their item by its index alone. */
export function commandEvents(commands: readonly string[], { outputIndex, sequence }: ItemPlace, done = 0, open = false): SentEvent[] {
  return commands.slice(done).flatMap((command, nth): SentEvent[] => {
    const here = () => ({ output_index: outputIndex, sequence_number: sequence.next(), command_index: done + nth });
    const isOpen = open && nth === 0;
    return [
      ...(isOpen ? [] : [{ type: 'response.shell_call_command.added' as const, ...here(), command: '' }]),
      ...(isOpen || command === '' ? [] : [{ type: 'response.shell_call_command.delta' as const, ...here(), delta: command }]),
      { type: 'response.shell_call_command.done', ...here(), command },
    ];
  });
}
