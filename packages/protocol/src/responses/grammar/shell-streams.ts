import type { ShellOutputContent } from '../items/shell-items.js';
import type { Fault } from './fault.js';
import { GrowingText } from './growing-text.js';
import { sameJson } from './same-json.js';

/** The commands of a shell call, where they are streamed at all. */
export class ShellCommands {
  readonly #commands: GrowingText[] = [];

  add(index: number, command: string, fault: Fault): void {
    if (index !== this.#commands.length) {
      throw fault('command-index-consecutive', `command_index ${index}, expected ${this.#commands.length}`);
    }
    if (command !== '') throw fault('part-starts-empty', `command ${index} is not empty when it starts`);
    this.#commands.push(new GrowingText(`command ${index}`));
  }

  at(index: number, fault: Fault): GrowingText {
    const command = this.#commands[index];
    if (command === undefined) throw fault('part-open', `command ${index} was not added`);
    return command;
  }

  finish(commands: readonly string[], fault: Fault): void {
    if (this.#commands.length === 0) return;
    if (commands.length !== this.#commands.length) {
      throw fault('item-equals-parts', `${commands.length} commands, but the stream has ${this.#commands.length}`);
    }
    for (const [index, command] of commands.entries()) this.at(index, fault).finish(command, fault);
  }
}

/** What the commands of a shell call print, where it is streamed at all. */
export class ShellOutputs {
  readonly #outputs: { stdout: string; stderr: string; closed?: ShellOutputContent }[] = [];

  delta(index: number, text: { stdout?: string | undefined; stderr?: string | undefined }, fault: Fault): void {
    const output = this.#at(index, fault);
    output.stdout += text.stdout ?? '';
    output.stderr += text.stderr ?? '';
  }

  done(index: number, content: ShellOutputContent | undefined, fault: Fault): void {
    const output = this.#at(index, fault);
    if (content === undefined || content.stdout !== output.stdout || content.stderr !== output.stderr) {
      throw fault('done-equals-deltas', `output ${index} differs from the streamed deltas`);
    }
    output.closed = content;
  }

  finish(outputs: readonly ShellOutputContent[], fault: Fault): void {
    if (this.#outputs.length === 0) return;
    if (
      !sameJson(
        outputs,
        this.#outputs.map((output) => output.closed),
      )
    ) {
      throw fault('item-equals-parts', 'the output of the done item differs from the streamed deltas');
    }
  }

  #at(index: number, fault: Fault): { stdout: string; stderr: string; closed?: ShellOutputContent } {
    if (index > this.#outputs.length) {
      throw fault('command-index-consecutive', `command_index ${index}, expected at most ${this.#outputs.length}`);
    }
    const output = (this.#outputs[index] ??= { stdout: '', stderr: '' });
    if (output.closed !== undefined) throw fault('no-delta-after-done', `output ${index} is done already`);
    return output;
  }
}
