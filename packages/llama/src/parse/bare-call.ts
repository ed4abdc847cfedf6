/** Whether a text starts with the JSON of a call; `may` while more text is needed. */
export type CallStart = 'is' | 'may' | 'no';

/** Maximum number of characters within which a call must start; the parser buffers no more, with any amount of white space. */
const maxStartLength = 1_024;

const inStrings = /("(?:[^"\\]|\\.)*"?)|\s+/g;

/**
 * Detects whether a text starts with an unmarked call of one of these tools: the name first, then an object of
 * arguments. Llama 3 was trained on such calls (`{"name": ..., "parameters": {...}}`, sometimes with a type before).
 * Any other JSON is no call.
 */
export function detectCallStart(text: string, tools: readonly string[]): CallStart {
  const written = text.slice(0, maxStartLength).replace(inStrings, '$1');
  const callPrefixes = tools.flatMap((tool) =>
    heads.flatMap((head) => keys.map((key) => `${head}"name":${JSON.stringify(tool)},${key}:{`)),
  );
  if (callPrefixes.some((prefix) => written.startsWith(prefix))) return 'is';
  return text.length < maxStartLength && callPrefixes.some((prefix) => prefix.startsWith(written)) ? 'may' : 'no';
}

const heads = ['{', '{"type":"function",'];
const keys = ['"parameters"', '"arguments"'];
