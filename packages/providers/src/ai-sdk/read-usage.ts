import { type JsonObject, type Usage, countOf, isObject, asObject } from '@org/engine';

/** Whether a package reports token counts: its counts are undefined for an upstream that reports none. */
export function reportsUsage(reported: unknown): boolean {
  const { inputTokens, outputTokens } = asObject(reported) ?? {};
  return [inputTokens, outputTokens].some(
    (tokens) =>
      countOf(tokens) !== undefined ||
      Object.values(asObject(tokens) ?? {}).some((count) => countOf(count) !== undefined),
  );
}

/** Converts usage of any specification to the neutral one. Missing counts are 0; a share never exceeds its total. */
export function readUsage(reported: unknown): Usage {
  const usage = asObject(reported) ?? {};
  const input = asObject(usage['inputTokens']);
  const output = asObject(usage['outputTokens']);
  const parts = (...counts: readonly unknown[]): number =>
    counts.reduce<number>((sum, count) => sum + (countOf(count) ?? 0), 0);
  const cached = countOf(input === undefined ? usage['cachedInputTokens'] : input['cacheRead']) ?? 0;
  const written = countOf(input?.['cacheWrite']) ?? 0;
  const reasoning = countOf(output === undefined ? usage['reasoningTokens'] : output['reasoning']) ?? 0;
  const inputTokens =
    input === undefined
      ? (countOf(usage['inputTokens']) ?? 0)
      : (countOf(input['total']) ?? parts(input['noCache'], cached, written));
  const outputTokens =
    output === undefined
      ? (countOf(usage['outputTokens']) ?? 0)
      : (countOf(output['total']) ?? parts(output['text'], reasoning));
  const { raw } = usage;
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens: Math.min(cached, inputTokens),
    cacheWriteTokens: Math.min(written, inputTokens),
    reasoningTokens: Math.min(reasoning, outputTokens),
    // The package read it out of JSON.
    ...(isObject(raw) ? { raw: raw as JsonObject } : {}),
  };
}
