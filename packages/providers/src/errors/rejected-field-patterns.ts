/** Error patterns of servers that reject a request because of a field that they or their model do not support. */
export const fieldErrorPatterns = [
  /unsupported (?:parameter|value):\W{1,4}(\w+)/gi,
  /unrecognized request arguments? supplied: (\w+)/gi,
  /unknown name\W{1,4}(\w+)/gi,
  /extra_forbidden\W{1,6}loc\W{1,9}body\W{1,9}(\w+)\W{0,3}\]/gi,
  /property 'body\.(\w+)' is unsupported/gi,
  // This error about values does not otherwise name their location.
  /is not supported with[^]{0,200}"param\\?": ?\\?"(\w+)\\?"/gi,
  /argument not supported on this model: (\w+)/gi,
  /(?<![\w.])([a-z_]\w*): extra inputs are not permitted/gi,
  /`(\w+)` (?:is deprecated|is not supported|cannot)/gi,
  // Without quotes, only the name of a parameter is no word of the sentence.
  /(?<![\w.-])(temperature|top_p|top_k|presence_penalty|frequency_penalty|seed|top_logprobs) is (?:deprecated|not supported)\b/gi,
  // `transformers serve` and LiteLLM name all of them at once.
  /unexpected fields in the request: \{([\w', ]{1,400})\}/gi,
  /does not support parameters: \[([\w', ]{1,400})\]/gi,
];

/** Error patterns of Mistral, vLLM, OpenAI and Alibaba for an unsupported value. */
export const valueErrorPatterns = [
  /less_than\w*\W{1,6}loc\W{1,9}body\W{1,9}(\w+)\W{0,3}\]/gi,
  /\b(temperature|top_p|top_k|presence_penalty|frequency_penalty|seed|top_logprobs) must be\b/gi,
  /invalid '(\w+)': (?:decimal|integer) (?:above|below)/gi,
  /range of (\w+) should be/gi,
  /sample (logprobs) of \d+/gi,
];

/** Returns the fields of the request that an error names. */
export function namedFields(text: string): readonly string[] {
  return namesIn(text, fieldErrorPatterns);
}

/** Returns the fields whose values it names: another value may be valid. */
export function rejectedValues(text: string): readonly string[] {
  return namesIn(text, valueErrorPatterns);
}

function namesIn(text: string, patterns: readonly RegExp[]): readonly string[] {
  const names = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, named = '']) => named.match(/\w+/g) ?? []),
  );
  return names.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
