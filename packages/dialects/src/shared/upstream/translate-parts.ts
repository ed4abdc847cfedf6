// Parts for a wire that is not the client's: what it cannot say leaves a warning.
import {
  EngineError,
  type MediaPart,
  type Message,
  type OpaquePart,
  type Part,
  type TextPart,
  type ToolResultPart,
  type Warning,
} from '@org/engine';

/** What may stand in a tool result as well as in a message. */
export type ContentPart = TextPart | MediaPart | OpaquePart;

/** The part as the wire can say it, or the reason why it cannot. */
export type TranslateContent = (part: ContentPart) => { readonly part: ContentPart } | { readonly lost: string };

/** The messages with every part translated. Messages of which nothing is left are left out; throws `unsupported` when that is all of them. */
export function translateParts(
  messages: readonly Message[],
  translate: TranslateContent,
  warnings: Warning[],
): readonly Message[] {
  const translated = messages.flatMap((message): readonly Message[] => {
    const translateOrWarn = (part: ContentPart): readonly ContentPart[] => {
      const translation = translate(part);
      if ('part' in translation) return [translation.part];
      warnings.push({ kind: 'dropped', param: 'messages', message: translation.lost, part });
      return [];
    };
    const parts = message.parts.flatMap((part): readonly Part[] => {
      if (part.type === 'tool-result')
        return [{ ...part, content: part.content.flatMap(translateOrWarn) } satisfies ToolResultPart];
      return part.type === 'text' || part.type === 'media' || part.type === 'opaque' ? translateOrWarn(part) : [part];
    });
    // A system message without parts changed settings, and says nothing.
    return parts.length === 0 && (message.parts.length > 0 || message.role === 'system') ? [] : [{ ...message, parts }];
  });
  if (translated.length === 0 && messages.length > 0)
    throw new EngineError('unsupported', 'The service cannot send any part of this input to the model.', {
      retryable: false,
    });
  return translated;
}

/** What every wire does with the parts of another: words stand for blocks, and files are known only where they lie. */
export function translateContent(part: ContentPart): ReturnType<TranslateContent> {
  switch (part.type) {
    case 'text':
      return { part };
    case 'media':
      return part.source.type === 'file'
        ? { lost: 'The service cannot send the model a file that another service stores.' }
        : { part };
    case 'opaque':
      return part.text === undefined
        ? { lost: `The service does not send '${part.apiType}' to the model.` }
        : { part: { type: 'text', text: part.text } };
  }
}
