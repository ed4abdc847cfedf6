import type { Warning } from '@org/engine';
import { arrayOf, isObject, textOf } from '../shared/json-value.js';

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

/** What a package did not honour. Our words only: its own may quote the request. One warning a field. */
export function readWarnings(reported: unknown): readonly Warning[] {
  const byParam = new Map<string, Warning>();
  for (const warning of arrayOf(reported)) {
    if (!isObject(warning)) continue;
    const { type } = warning;
    if (type !== 'unsupported' && type !== 'unsupported-setting' && type !== 'unsupported-tool') continue;
    const feature = textOf(warning['feature']) ?? textOf(warning['setting']) ?? 'tools';
    const param = Object.hasOwn(params, feature)
      ? (params[feature] ?? feature)
      : /^[\w.-]{1,60}$/.test(feature)
        ? feature
        : 'tools';
    byParam.set(param, { kind: 'ignored', param, message: `The upstream does not support '${param}'.` });
  }
  return [...byParam.values()];
}
