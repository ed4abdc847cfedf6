import { createInterface, type Interface } from 'node:readline';
import type { ChatSession } from './chat-session.js';

export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** A second Ctrl-C within this time quits. Milliseconds. */
const quitMs = 2_000;

const help = `/model         lists the models; /model NAME changes the model
/new           begins a new conversation
/help          shows this
/quit          ends, as Ctrl-D and twice Ctrl-C do; Ctrl-C once stops a response
`;

/** A prompt in a terminal: reads turns and commands until the user quits. */
export class ChatTerminal {
  readonly #session: ChatSession;
  readonly #output: NodeJS.WritableStream;
  readonly #prompt: Interface;
  readonly #describe: (error: unknown) => string;
  readonly #now: () => number;
  #turn: AbortController | undefined;
  #interruptedAt = Number.NEGATIVE_INFINITY;

  constructor(
    session: ChatSession,
    { input, output }: TerminalStreams,
    describe: (error: unknown) => string,
    now: () => number = () => performance.now(),
  ) {
    this.#session = session;
    this.#output = output;
    this.#describe = describe;
    this.#now = now;
    this.#prompt = createInterface({ input, output, terminal: true, prompt: '> ' });
  }

  /** Resolves when the user quits. */
  async run(): Promise<void> {
    const ended = new Promise<void>((resolve) => void this.#prompt.once('close', resolve));
    let turns = Promise.resolve();
    this.#prompt.on('SIGINT', () => this.#interrupt());
    this.#prompt.on('line', (line) => void (turns = turns.then(() => this.#handle(line.trim()))));
    this.#prompt.prompt();
    await ended;
    this.#turn?.abort();
    await turns;
    this.#output.write('\n');
  }

  /** Stops the response, and quits when it follows another one. */
  #interrupt(): void {
    const isSecond = this.#now() - this.#interruptedAt < quitMs;
    this.#interruptedAt = this.#now();
    if (isSecond) return this.#prompt.close();
    if (this.#turn !== undefined) return this.#turn.abort();
    this.#output.write('\n(Ctrl-C again quits)\n');
    // What was typed is dropped, as in a shell.
    this.#prompt.write(null, { ctrl: true, name: 'u' });
    this.#prompt.prompt();
  }

  async #handle(line: string): Promise<void> {
    const turn = new AbortController();
    this.#turn = turn;
    try {
      if (line.startsWith('/')) await this.#command(line);
      else if (line !== '') await this.#session.send(line, turn.signal);
    } catch (error) {
      this.#output.write(turn.signal.aborted ? '(stopped)\n' : `${this.#describe(error)}\n`);
    }
    this.#turn = undefined;
    this.#prompt.prompt();
  }

  async #command(line: string): Promise<void> {
    const [command, name] = line.split(/\s+/, 2);
    switch (command) {
      case '/model': {
        const names = await this.#session.models();
        if (name !== undefined && name !== '') {
          // A pattern of the service may match a name that it does not list.
          this.#session.choose(name);
          const unlisted = names.includes(name) ? '' : ' (the service does not list it)';
          this.#output.write(`The next turn is for ${name}${unlisted}.\n`);
          return;
        }
        const current = await this.#session.model();
        for (const one of names) this.#output.write(`${one === current ? '*' : ' '} ${one}\n`);
        return;
      }
      case '/new':
        this.#session.reset();
        this.#output.write('A new conversation begins.\n');
        return;
      case '/quit':
      case '/exit':
        this.#prompt.close();
        return;
      case '/help':
        this.#output.write(help);
        return;
      default:
        this.#output.write(`${command ?? line} is no command.\n${help}`);
    }
  }
}
