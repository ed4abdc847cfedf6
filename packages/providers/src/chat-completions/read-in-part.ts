import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';

/** No language has tokens of so many characters on average. */
const maxCharactersPerToken = 8;
/** Shorter prompts fit every context. */
const minCharacters = 8192;

/**
 * Returns the length of a prompt in characters if `inputTokens` cannot cover all of it, which means that the upstream
 * truncated it.
 */
export function readInPart({ messages, tools }: JsonObject, inputTokens: number): number | undefined {
  if (inputTokens === 0) return undefined;
  const characters = textIn(messages) + (tools === undefined ? 0 : JSON.stringify(tools).length);
  return characters >= minCharacters && characters > inputTokens * maxCharactersPerToken ? characters : undefined;
}

/** Pictures are counted differently. */
function textIn(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length;
  if (isList(value)) return value.reduce<number>((sum, entry) => sum + textIn(entry), 0);
  return isObject(value)
    ? textIn(value['content']) +
        textIn(value['text']) +
        textIn(value['tool_calls']) +
        textIn(value['function']) +
        textIn(value['arguments'])
    : 0;
}
