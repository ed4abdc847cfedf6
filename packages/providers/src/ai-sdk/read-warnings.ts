import { type Warning, arrayOf, isObject, asText } from '@org/engine';

/** Names of the specification and of what a client calls the same. */
const params: Readonly<Record<string, string>> = {
  topP: 'top_p',
  topK: 'top_k',
  stopSequences: 'stop',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  maxOutputTokens: 'max_tokens',
  responseFormat: 'response_format',
  toolChoice: 'tool_choice',
};

/**
 * Converts a package's warnings. Only our own words are used, because the package's may quote the request. One
 * warning per field.
 */
export function readWarnings(reported: unknown): readonly Warning[] {
  const byParam = new Map<string, Warning>();
  for (const warning of arrayOf(reported)) {
    if (!isObject(warning)) continue;
    const { type } = warning;
    if (type !== 'unsupported' && type !== 'unsupported-setting' && type !== 'unsupported-tool') continue;
    const feature = asText(warning['feature']) ?? asText(warning['setting']) ?? 'tools';
    const param = Object.hasOwn(params, feature)
      ? (params[feature] ?? feature)
      : /^[\w.-]{1,60}$/.test(feature)
        ? feature
        : 'tools';
    byParam.set(param, { kind: 'ignored', param, message: `The upstream does not support '${param}'.` });
  }
  return [...byParam.values()];
}
