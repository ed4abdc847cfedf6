import type { MarkedFamily } from '../parse/output-family.js';
import { writtenAs } from './control-text.js';
import type { TemplateMessage } from './prompt-template.js';

/**
 * Shows what was said before calls where a template has no place for it, or the wrong one. A sign that occurs nowhere else goes before the name
 * of the first call, and once the template ran, the words are put before the mark that opens this call: the model reads what it wrote.
 */
export class WordsBeforeCalls {
  readonly #sign: string;
  readonly #family: MarkedFamily;
  readonly #words: string[] = [];

  constructor(sign: string, family: MarkedFamily) {
    this.#sign = sign;
    this.#family = family;
  }

  /** The message without its words, if it has some before calls. */
  take(message: TemplateMessage): TemplateMessage {
    const [first, ...others] = message.tool_calls ?? [];
    if (first === undefined || message.content === '') return message;
    const place = this.#words.push(message.content) - 1;
    const name = `${this.#sign}${place}${this.#sign}${first.function.name}`;
    return { ...message, content: '', tool_calls: [{ ...first, function: { ...first.function, name } }, ...others] };
  }

  /** The prompt with all words in their places. Some templates show the name of a call again with its result. */
  putBack(prompt: string): string {
    const sign = writtenAs(this.#sign);
    const [start = '', ...rest] = prompt.split(new RegExp(`(?:${sign})(\\d+)(?:${sign})`, 'i'));
    const put = new Set<string>();
    const pieces = [start];
    for (let at = 0; at + 1 < rest.length; at += 2) {
      const [place = '', behind = ''] = rest.slice(at, at + 2);
      if (!put.has(place)) pieces.push(this.#before(pieces.pop() ?? '', this.#words[Number(place)] ?? ''));
      put.add(place);
      pieces.push(behind);
    }
    return pieces.join('');
  }

  #before(text: string, words: string): string {
    const { call, sections } = this.#family;
    const at = text.lastIndexOf(call.open);
    const said = sections === undefined ? words + call.gap : sections.text + words + sections.ends[0] + sections.start;
    return at === -1 ? text + words : text.slice(0, at) + said + text.slice(at);
  }
}
