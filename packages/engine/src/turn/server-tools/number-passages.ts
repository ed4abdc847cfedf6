// Shows the model the passages of documents under numbers, by which it cites them.
import { YieldTimer } from '../../concurrency/yield-timer.js';
import type { DocumentText } from '../../model/citable.js';
import { isCitable } from '../../model/is-citable.js';
import type { Message } from '../../model/message.js';
import { setOriginalPart } from '../../model/original-part.js';
import type { MediaPart, OpaquePart, Part, TextPart } from '../../model/part.js';
import type { Warning } from '../../model/warning.js';
import { documentText } from '../../text/document-text.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { TurnContext } from '../context/assemble-context.js';
import type { PageReadingRun, TurnPorts } from '../pipeline/turn-state.js';
import type { TurnRequest } from '../turn-request.js';
import { CitableSources } from './citable-sources.js';

type Content = TextPart | MediaPart | OpaquePart;

const citingRule =
  'The passages of this document have numbers. After each statement that relies on a passage, write its number as it is shown, such as [1].';

/**
 * The context with the numbered passages of every citable part in its place, and with them as its sources. An upstream
 * of the turn's own dialect cites by itself. A document without readable text stays as it is, with a warning. Throws
 * only `cancelled`.
 */
export async function numberPassages(
  { dialect, serverTools }: Pick<TurnRequest, 'dialect' | 'serverTools'>,
  context: TurnContext,
  { native }: Pick<LanguageModel, 'native'>,
  readPages: TurnPorts['readPages'],
  run: PageReadingRun,
): Promise<TurnContext> {
  if (serverTools === undefined || native?.dialect === dialect) return context;
  if (!context.messages.some(({ parts }) => parts.some(isCitable))) return context;
  const sources = new CitableSources(context.messages);
  const numbering = new PassageNumbering(sources, (document) => readText(document, readPages, run));
  const messages: Message[] = [];
  for (const message of context.messages)
    messages.push(message.parts.some(isCitable) ? await numbering.message(message) : message);
  return { ...context, messages, sources, warnings: [...context.warnings, ...numbering.warnings] };
}

/** Numbers the passages of one conversation, in its order. */
class PassageNumbering {
  readonly warnings: Warning[] = [];
  readonly #sources: CitableSources;
  readonly #read: (part: MediaPart | OpaquePart) => Promise<DocumentText | undefined>;
  readonly #yieldTimer = new YieldTimer();

  constructor(sources: CitableSources, read: (part: MediaPart | OpaquePart) => Promise<DocumentText | undefined>) {
    this.#sources = sources;
    this.#read = read;
  }

  async message(message: Message): Promise<Message> {
    const parts: Part[] = [];
    for (const part of message.parts) {
      if (part.type === 'tool-result') {
        const content: Content[] = [];
        for (const inner of part.content) content.push(await this.#part(inner));
        parts.push({ ...part, content });
      } else parts.push(part.type === 'media' || part.type === 'opaque' ? await this.#part(part) : part);
    }
    return { ...message, parts };
  }

  async #part<P extends Content>(part: P): Promise<P | TextPart> {
    if (part.type === 'text' || part.citable === undefined) return part;
    const { title, source, context } = part.citable;
    if (this.#yieldTimer.due) await this.#yieldTimer.yieldToEventLoop();
    const passages = this.#sources.addDocument(part.citable, await this.#read(part));
    const lines = passages.map(({ number, text }) => `[${number}] ${text}`);
    if (lines.length > 0) {
      const head = [title, source, context].filter((line) => line !== undefined && line !== '');
      return setOriginalPart<TextPart>({ type: 'text', text: [...head, citingRule, ...lines].join('\n') }, part);
    }
    this.warnings.push({
      kind: 'ignored',
      param: 'citations',
      part,
      message: 'The service finds no text in the document, so the model cannot cite it.',
    });
    return part;
  }
}

async function readText(
  part: MediaPart | OpaquePart,
  readPages: TurnPorts['readPages'],
  run: PageReadingRun,
): Promise<DocumentText | undefined> {
  const { blocks, text } = part.citable ?? {};
  if (blocks !== undefined) return { unit: 'block', texts: blocks };
  if (text !== undefined) return { unit: 'character', text };
  if (part.type === 'opaque') return undefined;
  const own = part.source.type === 'text' ? part.source.text : documentText(part.source);
  if (own !== undefined) return { unit: 'character', text: own };
  const texts = await readPages?.(part, run);
  return texts === undefined ? undefined : { unit: 'page', texts };
}
