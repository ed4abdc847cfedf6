import type { KnownTools } from '@org/engine';

/** How servers word it that know nothing but functions: llama.cpp, LM Studio, SGLang and gateways. */
const functionsOnlyPatterns = [
  /'type' of tool must be 'function'/i,
  /only [^\n]{0,20}\bfunction\b[^\n]{0,8} tools are supported/i,
  /cannot determine type of 'item'/i,
  /\bexpected\W{1,20}function\b/i,
  /input should be 'function'(?! or\b|,)/i,
];

/** How those word it that name a kind of tool or of item which they do not know, and behind it. */
const kindPatterns = [
  /\btool type:?\W{1,8}(\w+)\W{1,8}(?:is )?(?:not supported|unsupported)/gi,
  /unsupported (?:\w+ ){0,3}tool type:?\W{1,12}(?:type\W{1,12})?(\w+)/gi,
  /(?:unknown|unsupported) (?:\w+ ){0,3}item type:?\W{1,8}(\w+)/gi,
  /\W(custom|namespace)\W{1,4}tools? (?:types? )?(?:are|is) not supported/gi,
  /unknown variant \W{1,4}(custom|namespace)\b/gi,
  /input tag \W{1,4}(custom|namespace)\b/gi,
  /invalid value:\W{1,4}(custom|namespace)\b/gi,
];

export const toolKindPatterns: readonly RegExp[] = [...functionsOnlyPatterns, ...kindPatterns];

/** Kinds for which functions stand. Others that a server does not know it cannot run, or not be shown. */
const travelling: ReadonlySet<string> = new Set(['custom', 'namespace', 'custom_tool_call', 'custom_tool_call_output']);

/** Which tools a server knows that was taken to know `before`, by the error that it sends. */
export function knownTools(text: string, before: KnownTools): KnownTools {
  if (before === 'functions') return before;
  const kinds = kindPatterns.flatMap((wording) =>
    [...text.matchAll(wording)].map(([, kind = '']) => kind.toLowerCase()),
  );
  if (functionsOnlyPatterns.some((wording) => wording.test(text)) || kinds.some((kind) => !travelling.has(kind)))
    return 'functions';
  if (kinds.length === 0) return before;
  return before === 'all' ? 'plain' : 'functions';
}
