import type { KnownTools } from '@org/engine';

/** Error patterns of servers that support only functions: llama.cpp, LM Studio, SGLang and gateways. */
const functionsOnlyPatterns = [
  /'type' of tool must be 'function'/i,
  /only [^\n]{0,20}\bfunction\b[^\n]{0,8} tools are supported/i,
  /cannot determine type of 'item'/i,
  /\bexpected\W{1,20}function\b/i,
  /input should be 'function'(?! or\b|,)/i,
];

/** Error patterns that name an unsupported kind of tool or item after them. */
const kindPatterns = [
  /\btool type:?\W{1,8}(\w+)\W{1,8}(?:is )?(?:not supported|unsupported)/gi,
  /unsupported (?:\w+ ){0,3}tool type:?\W{1,12}(?:type\W{1,12})?(\w+)/gi,
  /\bno endpoints found that support the (?:native )?\W?(\w+)\W? tool type/gi,
  /(?:unknown|unsupported) (?:\w+ ){0,3}item type:?\W{1,8}(\w+)/gi,
  /\W(custom|namespace)\W{1,4}tools? (?:types? )?(?:are|is) not supported/gi,
  /unknown variant \W{1,4}(custom|namespace)\b/gi,
  /input tag \W{1,4}(custom|namespace)\b/gi,
  /invalid value:\W{1,4}(custom|namespace)\b/gi,
];

export const toolKindPatterns: readonly RegExp[] = [...functionsOnlyPatterns, ...kindPatterns];

/** Kinds that functions can replace. Other unsupported kinds can be neither run nor sent. */
const functionCompatibleKinds: ReadonlySet<string> = new Set([
  'custom',
  'namespace',
  'custom_tool_call',
  'custom_tool_call_output',
]);

/** Items that no tool makes. */
const otherItems: ReadonlySet<string> = new Set(['message', 'reasoning', 'compaction', 'configuration_update']);

/** Infers from an error which tools a server supports that was assumed to support `before`. */
export function knownTools(text: string, before: KnownTools): KnownTools {
  if (before === 'functions') return before;
  const kinds = kindPatterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, kind = '']) => kind.toLowerCase()))
    .filter((kind) => !otherItems.has(kind));
  if (
    functionsOnlyPatterns.some((pattern) => pattern.test(text)) ||
    kinds.some((kind) => !functionCompatibleKinds.has(kind))
  )
    return 'functions';
  if (kinds.length === 0) return before;
  return before === 'all' ? 'plain' : 'functions';
}

/** The tools of a server that was assumed to support `before`, without those types. */
export function knownToolsWithout(types: readonly string[], before: KnownTools): KnownTools {
  return before !== 'all' || types.some((type) => !functionCompatibleKinds.has(type)) ? 'functions' : 'plain';
}
