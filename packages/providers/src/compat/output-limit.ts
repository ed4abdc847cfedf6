/** Error patterns of servers whose models generate fewer tokens than requested. */
export const outputLimitPatterns = [
  /supports at most (\d{1,9}) completion tokens/i,
  /max_(?:completion_|output_)?tokens\W{1,4}must be less than or equal to\W{1,4}(\d{1,9})/i,
  /valid range of max_tokens is \[\d+, ?(\d{1,9})\]/i,
  /max_tokens: \d{1,9} > (\d{1,9}), which is the maximum allowed/i,
  /range of max_tokens should be \[\d+, ?(\d{1,9})\]/i,
  /max_output_tokens\W.{0,80}expected a value <= (\d{1,9})/i,
];

/** Returns the maximum output tokens that an error names; `undefined` when it has another cause. */
export function parseOutputTokenLimit(text: string): number | undefined {
  for (const pattern of outputLimitPatterns) {
    const digits = pattern.exec(text)?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return undefined;
}
