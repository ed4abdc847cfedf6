import type { ModelResponseClient, ResponseParams } from '@org/sdk';
import { ConfigError } from '../config/checks/config-error.js';
import type { Effort } from './chat-arguments.js';
import { ChatRenderer, type ChatStyle } from './chat-renderer.js';

export interface ChatSettings {
  readonly model?: string | undefined;
  readonly system?: string | undefined;
  readonly effort?: Effort | undefined;
}

/** A conversation with a model. The service stores its turns, so that a request has the new input alone. */
export class ChatSession {
  readonly #client: ModelResponseClient;
  readonly #write: (text: string) => void;
  readonly #style: ChatStyle;
  readonly #system: string | undefined;
  readonly #effort: Effort | undefined;
  #model: string | undefined;
  #previous: string | undefined;

  constructor(
    client: ModelResponseClient,
    { model, system, effort }: ChatSettings,
    output: { readonly write: (text: string) => void; readonly style: ChatStyle },
  ) {
    this.#client = client;
    this.#model = model;
    this.#system = system;
    this.#effort = effort;
    this.#write = output.write;
    this.#style = output.style;
  }

  /** The names of the models of the service. */
  async models(): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const { id } of await this.#client.models.list()) names.push(id);
    return names;
  }

  /** The model of the next turn: the one that was chosen, else the first one of the service. */
  async model(): Promise<string> {
    this.#model ??= (await this.models()).find((name) => !name.includes('*'));
    if (this.#model === undefined)
      throw new ConfigError('the service lists no model by name; choose one with --model NAME, or /model NAME');
    return this.#model;
  }

  /** The conversation continues with this model. */
  choose(model: string): void {
    this.#model = model;
  }

  /** The next turn begins a new conversation. */
  reset(): void {
    this.#previous = undefined;
  }

  /** Sends a turn and writes the response as it arrives. An aborted turn is not part of the conversation. */
  async send(input: string, signal: AbortSignal): Promise<void> {
    const renderer = new ChatRenderer(this.#style);
    const stream = this.#client.responses.stream(await this.#params(input), { signal });
    try {
      for await (const event of stream) this.#write(renderer.push(event));
    } finally {
      this.#write(renderer.end());
    }
    const response = await stream.finalResponse();
    this.#previous = response.id;
    if (response.status === 'incomplete')
      this.#write(this.#style.dim(`[incomplete: ${response.incomplete_details?.reason ?? 'no reason'}]\n`));
  }

  async #params(input: string): Promise<ResponseParams> {
    const effort = this.#effort;
    return {
      model: await this.model(),
      input,
      ...(this.#previous === undefined ? {} : { previous_response_id: this.#previous }),
      ...(this.#system === undefined ? {} : { instructions: this.#system }),
      ...(effort === undefined ? {} : { reasoning: { effort, ...(effort === 'none' ? {} : { summary: 'auto' }) } }),
    };
  }
}
