import type { UpstreamTarget } from '@org/engine';
import { blockAt, entriesAt } from '../entries-at.js';
import { type Attempt, withAppliedChanges } from '../attempt.js';
import type { MatchedError } from '../compat-rule.js';
import { fieldErrorCodes } from '../rejected-by-code.js';
import type { ApiRule, SentApiPayload } from '../targets.js';
import { changeFields } from '../without-setting-changes.js';

/** Types of items and blocks that change settings or tools from there on. */
const changeTypes: ReadonlySet<unknown> = new Set([
  'configuration_update',
  'additional_tools',
  'tool_addition',
  'tool_removal',
]);
const changePattern =
  /\b(?:configuration_update|additional_tools|tool_addition|tool_removal|clear_at)\b|\bmessages\W+\d+\W+output_config\b/i;

const kindPattern =
  /(?:not|un)[- ]?(?:supported|known|recognized|permitted|allowed|expected)|unknown|extra inputs|no such|input tag/i;

/** Settings and tools that change in the middle of a conversation. */
export const apiSettingChangeRules: readonly ApiRule[] = [
  {
    id: 'setting-change-unsupported',
    servers: ['pydantic', 'serde', 'SGLang', 'gateways'],
    rejects: 'settings and tools that change in the middle of the conversation',
    fallback: 'applies the changes to the complete request',
    match: [{ status: [400, 404, 422], at: /^(?:messages|input)\.(?:\w+\.)*\d+/ }, { text: changePattern }],
    cache: 'request-form',
    applies: (attempt, match) => changePattern.test(match.text) || pointsAtChange(attempt, match),
    // What a change consists of is part of this request only.
    patch: (attempt, match) => withAppliedChanges(attempt, attempt.payload.api.dialect, isAboutKind(match)),
  },
];

function pointsAtChange({ payload: { body } }: Attempt<UpstreamTarget, SentApiPayload>, { at }: MatchedError): boolean {
  const entries = ['messages', 'input'].flatMap((list) => entriesAt(body, list, at));
  return entries.some((pointed) => {
    const field = pointed.rest.at(-1);
    const change = blockAt(pointed);
    return (
      changeFields.includes(pointed.rest[0] ?? '') ||
      (changeTypes.has(change['type']) && (field === undefined || /^\d+$|^type$/.test(field) || field in change))
    );
  });
}

/** Whether an error is about changes as such, which the model or the server does not support, and not about one. */
function isAboutKind({ text, at, codes }: MatchedError): boolean {
  return (
    kindPattern.test(text) ||
    codes.some((code) => fieldErrorCodes.includes(code)) ||
    at.some((path) => path.endsWith('.type'))
  );
}
