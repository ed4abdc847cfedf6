import {
  droppableTurns,
  EngineError,
  type GenerationRequest,
  type Message,
  type Part,
  withoutOldestTurns,
} from '@org/engine';

/** Shorter messages are counted in the model process, which reports their exact number of tokens. In UTF-16 code units. */
const minLength = 1_048_576;
/** Approximate number of code units of a token, for the number that the error shows. */
const typicalTokenLength = 4;

/** What of a model decides how much text fits into its context. */
export interface ContextSize {
  readonly contextLength: number;
  /** Maximum number of bytes that a token stands for. */
  readonly maxTokenBytes: number | undefined;
}

export function contextOverflow(tokens: number, maximum: number): EngineError {
  return new EngineError('context-overflow', `prompt is too long: ${tokens} tokens > ${maximum} maximum`);
}

/**
 * Throws `context-overflow` for messages of more than a megabyte that exceed the context even if each token is the longest
 * one of the vocabulary. Called before a request goes to the model process, where the conversation, the prompt and its
 * segments are further copies of this text.
 */
export function requireWithinContext(
  { messages, truncation }: Pick<GenerationRequest, 'messages' | 'truncation'>,
  { contextLength, maxTokenBytes }: ContextSize,
): void {
  if (maxTokenBytes === undefined) return;
  const last = truncation === 'disabled' ? messages : withoutOldestTurns(messages, droppableTurns(messages));
  const length = last.reduce((sum, message) => sum + certainLength(message), 0);
  if (length < minLength || length <= contextLength * maxTokenBytes) return;
  throw contextOverflow(Math.max(contextLength + 1, Math.round(length / typicalTokenLength)), contextLength);
}

/** The length of the text that every template writes: some omit reasoning of the assistant, and white space at the ends. */
function certainLength({ role, parts }: Message): number {
  return role === 'assistant' ? 0 : parts.reduce((sum, part) => sum + textLength(part), 0);
}

function textLength(part: Part): number {
  switch (part.type) {
    case 'text':
      return part.text.trim().length;
    case 'tool-result':
      return part.content.reduce((sum, inner) => sum + textLength(inner), 0);
    case 'media':
      return part.source.type === 'text' ? part.source.text.trim().length : 0;
    default:
      return 0;
  }
}
