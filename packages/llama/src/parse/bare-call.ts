/** Whether a text begins with the JSON of a call: `may` while more of it has to be read. */
export type CallStart = 'is' | 'may' | 'no';

/** Characters within which one has begun: nothing is held back for longer, however much white space comes. */
const maxStartLength = 1_024;

const inStrings = /("(?:[^"\\]|\\.)*"?)|\s+/g;

/**
 * Whether a text begins as a call of one of these tools does that stands without marks: the name first, then an object of arguments. So do
 * those that Llama 3 was trained on (`{"name": ..., "parameters": {...}}`, sometimes with a type before). Any other JSON is none.
 */
export function detectCallStart(text: string, tools: readonly string[]): CallStart {
  const written = text.slice(0, maxStartLength).replace(inStrings, '$1');
  const beginnings = tools.flatMap((tool) =>
    heads.flatMap((head) => keys.map((key) => `${head}"name":${JSON.stringify(tool)},${key}:{`)),
  );
  if (beginnings.some((prefix) => written.startsWith(prefix))) return 'is';
  return text.length < maxStartLength && beginnings.some((prefix) => prefix.startsWith(written)) ? 'may' : 'no';
}

const heads = ['{', '{"type":"function",'];
const keys = ['"parameters"', '"arguments"'];
