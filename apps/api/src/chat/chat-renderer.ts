import type { ResponseStreamEvent } from '@org/sdk';

/** What a chat shows besides the text of a response. */
export interface ChatStyle {
  /** Whether reasoning and tool calls are shown. */
  readonly details: boolean;
  /** Marks text that is not part of the response. */
  readonly dim: (text: string) => string;
}

/** ANSI codes of a terminal. */
export const terminalStyle: ChatStyle = { details: true, dim: (text) => `\u001B[2m${text}\u001B[22m` };
/** Only the response, for a pipe or a file. */
export const plainStyle: ChatStyle = { details: false, dim: (text) => text };

type Section = 'nothing' | 'reasoning' | 'text' | 'call';

/** Turns the events of one response into what a terminal shows, as it arrives. */
export class ChatRenderer {
  readonly #style: ChatStyle;
  #section: Section = 'nothing';

  constructor(style: ChatStyle) {
    this.#style = style;
  }

  /** The text to write for an event; '' for most. */
  push(event: ResponseStreamEvent): string {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.#enter('text') + safe(event.delta);
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        return this.#detail('reasoning', safe(event.delta));
      case 'response.output_item.done': {
        const call = describeCall(event.item);
        return call === undefined ? '' : this.#detail('call', call);
      }
      default:
        return '';
    }
  }

  /** The line break after the response. */
  end(): string {
    return this.#section === 'nothing' ? '' : '\n';
  }

  #detail(section: Section, text: string): string {
    if (!this.#style.details) return '';
    return this.#enter(section) + this.#style.dim(text);
  }

  /** Starts a new line where something else follows. Each call has a line. */
  #enter(section: Section): string {
    const before = this.#section;
    this.#section = section;
    return before === 'nothing' || (before === section && section !== 'call') ? '' : '\n';
  }
}

type Item = Extract<ResponseStreamEvent, { type: 'response.output_item.done' }>['item'];

/** A line for a tool call: what the model called, and the result where the service ran it. */
function describeCall(item: Item): string | undefined {
  const facts: Readonly<Record<string, unknown>> = { ...item };
  const [, kind] = /^(.+)_call$/.exec(textOf(facts['type']) ?? '') ?? [];
  if (kind === undefined) return undefined;
  const name = textOf(facts['name']) ?? kind;
  const input = textOf(facts['arguments']) ?? textOf(facts['input']) ?? inputOf(facts['action']);
  const outcome = textOf(facts['error']) ?? textOf(facts['output']);
  return safe(`[tool] ${name}(${input})${outcome === undefined ? '' : ` -> ${shortened(outcome)}`}`);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function inputOf(action: unknown): string {
  return action === undefined || action === null ? '' : JSON.stringify(action);
}

const maxOutcome = 200;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > maxOutcome ? `${line.slice(0, maxOutcome)}...` : line;
}

/** Without control characters, with which a model could change the terminal's state or its title. */
function safe(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '');
}
