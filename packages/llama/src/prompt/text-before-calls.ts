import type { MarkedFamily } from '../parse/output-family.js';
import { writtenAs } from './control-text.js';
import type { TemplateMessage } from './prompt-template.js';

/**
 * Renders text before calls where a template drops it or puts it in the wrong position. A unique sentinel precedes
 * the name of the first call; after rendering, the text is inserted before the marker that opens this call, so that
 * the model reads what it wrote.
 */
export class TextBeforeCalls {
  readonly #sign: string;
  readonly #family: MarkedFamily;
  readonly #texts: string[] = [];

  constructor(sign: string, family: MarkedFamily) {
    this.#sign = sign;
    this.#family = family;
  }

  /** The message without its text, if it has text before calls. */
  take(message: TemplateMessage): TemplateMessage {
    const [first, ...others] = message.tool_calls ?? [];
    if (first === undefined || message.content === '') return message;
    const index = this.#texts.push(message.content) - 1;
    const name = `${this.#sign}${index}${this.#sign}${first.function.name}`;
    return { ...message, content: '', tool_calls: [{ ...first, function: { ...first.function, name } }, ...others] };
  }

  /** The prompt with all texts restored. Some templates repeat the name of a call with its result. */
  putBack(prompt: string): string {
    const sign = writtenAs(this.#sign);
    const [start = '', ...rest] = prompt.split(new RegExp(`(?:${sign})(\\d+)(?:${sign})`, 'i'));
    const put = new Set<string>();
    const segments = [start];
    for (let at = 0; at + 1 < rest.length; at += 2) {
      const [index = '', after = ''] = rest.slice(at, at + 2);
      if (!put.has(index)) segments.push(this.#before(segments.pop() ?? '', this.#texts[Number(index)] ?? ''));
      put.add(index);
      segments.push(after);
    }
    return segments.join('');
  }

  #before(text: string, texts: string): string {
    const { call, sections } = this.#family;
    const at = text.lastIndexOf(call.open);
    const inserted =
      sections === undefined ? texts + call.gap : sections.text + texts + sections.ends[0] + sections.start;
    return at === -1 ? text + texts : text.slice(0, at) + inserted + text.slice(at);
  }
}
