/** Whether a text begins with the JSON of a call: `may` while more of it has to be read. */
export type CallBeginning = 'is' | 'may' | 'no';

/** Characters within which one has begun: nothing is held back for longer, however much white space comes. */
const longestBeginning = 1_024;

const inStrings = /("(?:[^"\\]|\\.)*"?)|\s+/g;

/**
 * Whether a text begins as a call of one of these tools does that stands without marks: the name first, then an object of arguments. So do
 * those that Llama 3 was trained on (`{"name": ..., "parameters": {...}}`, sometimes with a type before). Any other JSON is none.
 */
export function callBeginning(text: string, tools: readonly string[]): CallBeginning {
  const written = text.slice(0, longestBeginning).replace(inStrings, '$1');
  const beginnings = tools.flatMap((tool) =>
    heads.flatMap((head) => keys.map((key) => `${head}"name":${JSON.stringify(tool)},${key}:{`)),
  );
  if (beginnings.some((beginning) => written.startsWith(beginning))) return 'is';
  return text.length < longestBeginning && beginnings.some((beginning) => beginning.startsWith(written)) ? 'may' : 'no';
}

const heads = ['{', '{"type":"function",'];
const keys = ['"parameters"', '"arguments"'];
