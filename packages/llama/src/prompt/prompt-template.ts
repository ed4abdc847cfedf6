import { Template } from '@huggingface/jinja';

import { type Effort, efforts, EngineError, type JsonObject } from '@org/engine';
import { normalizeTemplate } from './normalize-template.js';

/** A message in the form that chat templates read. */
export interface TemplateMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly reasoning_content?: string;
  /** The same under the name that gpt-oss has for it. */
  readonly thinking?: string;
  /** And that of Solar. */
  readonly reasoning?: string;
  readonly tool_calls?: readonly TemplateCall[];
  readonly tool_call_id?: string;
  /** The called tool's name, for templates that show it with the result. */
  readonly name?: string;
}

export interface TemplateCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string | JsonObject };
}

export interface TemplateTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

export interface TemplateInput {
  readonly messages: readonly TemplateMessage[];
  readonly tools?: readonly TemplateTool[];
  /** Absent: the model's default. */
  readonly thinking?: boolean;
  readonly effort?: Effort;
  /** Adds the start of the assistant message. Default true. */
  readonly addGenerationPrompt?: boolean;
}

const system: TemplateMessage = { role: 'system', content: 'Be brief.' };
const userMessage: TemplateMessage = { role: 'user', content: 'Hello' };

/** A prompt longer than this is a runaway template, not a prompt. UTF-16 units. */
const maxPromptLength = 64 * 1024 * 1024;

/** The other efforts, nearest first; of two equally near ones, the higher first. */
function nearestEfforts(effort: Effort): readonly Effort[] {
  const at = efforts.indexOf(effort);
  const distance = (other: Effort): number => Math.abs(efforts.indexOf(other) - at - 0.5);
  return efforts.filter((other) => other !== effort).toSorted((a, b) => distance(a) - distance(b));
}

/**
 * The model's own chat template. The model file contains it, so it is untrusted code and runs only in the model
 * process.
 */
export class PromptTemplate {
  readonly source: string;
  readonly #template: Template;
  #constants: Readonly<Record<string, string | null | readonly []>>;

  constructor(source: string, tokens: { readonly bos: string; readonly eos: string }) {
    this.source = source;
    this.#template = new Template(normalizeTemplate(source));
    const constants = { bos_token: tokens.bos, eos_token: tokens.eos, ...noneVariables(source) };
    this.#constants = constants;
    if (this.#rendersText) return;
    // Some templates expect conversations with tools and access the list without checking that it exists.
    this.#constants = { ...constants, tools: [] };
    if (!this.#rendersText) this.#constants = constants;
  }

  render(input: TemplateInput): string {
    const prompt = this.#runNearest(input);
    if (prompt.length > maxPromptLength) throw new EngineError('too-large', 'The prompt is too long to render.');
    return prompt;
  }

  /**
   * Throws an Error with the reason where the template cannot render a single user message, with or without
   * instructions before it.
   */
  requireUsable(): void {
    if (this.#rendersText) return;
    try {
      this.render({ messages: [userMessage] });
    } catch (thrown) {
      const reason =
        thrown instanceof EngineError && thrown.cause instanceof Error ? thrown.cause.message : String(thrown);
      throw new Error(`The service cannot run the model's chat template: ${reason}`, { cause: thrown });
    }
  }

  get #rendersText(): boolean {
    return [[system, userMessage], [userMessage]].some((messages) => this.attempt({ messages }) !== undefined);
  }

  /** The rendered prompt, or `undefined` where the template rejects this input. */
  attempt(input: TemplateInput): string | undefined {
    try {
      return this.render(input);
    } catch {
      return undefined;
    }
  }

  /**
   * Some templates reject an effort that their model does not support: the nearest supported effort is used then, the
   * higher of two, or none.
   */
  #runNearest(input: TemplateInput): string {
    try {
      return this.#run(input);
    } catch (thrown) {
      const { effort, ...rest } = input;
      if (effort === undefined) throw thrown;
      for (const other of nearestEfforts(effort)) {
        try {
          return this.#run({ ...rest, effort: other });
        } catch {
          // Tries the next effort.
        }
      }
      return this.#run(rest);
    }
  }

  #run(input: TemplateInput): string {
    try {
      return this.#template.render({
        ...this.#constants,
        messages: input.messages,
        add_generation_prompt: input.addGenerationPrompt ?? true,
        ...(input.tools === undefined ? {} : { tools: input.tools }),
        // Most templates read the first name, those of DeepSeek and Granite the second, those of Cohere and Poolside the third, that of MiniMax M3 the last.
        ...(input.thinking === undefined
          ? {}
          : {
              enable_thinking: input.thinking,
              thinking: input.thinking,
              reasoning: input.thinking,
              thinking_mode: input.thinking ? 'enabled' : 'disabled',
            }),
        // The second name is that of Kimi K3, the third that of Muse Glimmer.
        ...(input.effort === undefined
          ? {}
          : { reasoning_effort: input.effort, thinking_effort: input.effort, reasoning_strength: input.effort }),
      });
    } catch (thrown) {
      throw new EngineError('invalid-request', "The model's chat template does not support this conversation.", {
        cause: thrown,
      });
    }
  }
}

/**
 * Templates are written for Transformers, which passes `none` for missing tools and documents. A template that tests
 * for `none`, and not whether they are defined, would treat undefined values as given and write "null" into the
 * prompt.
 */
function noneVariables(source: string): Readonly<Record<string, null>> {
  const asked = ['tools', 'documents'].filter(
    (name) =>
      new RegExp(`\\b${name} is (?:not )?none\\b`, 'i').test(source) &&
      !new RegExp(`\\b${name} is (?:not )?defined\\b`).test(source),
  );
  return Object.fromEntries(asked.map((name) => [name, null]));
}
