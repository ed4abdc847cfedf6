import { arrayOf, asObject, asText } from '@org/engine';
import type { MatchedError } from '../compat-rule.js';
import type { ApiRule, SentApiPayload } from '../targets.js';
import { withoutPresent } from './unknown-fields.js';

/** Error patterns of servers that look up items by their ids, and store none. */
const itemNotStoredPatterns = [
  /\bitems?\b[^\n]{0,120}\bnot (?:be )?(?:found|persisted|stored)\b/i,
  /\binvalid \W?input\[\d+\]\.id\b/i,
];

/** Ids of items from another server, or from one that does not store them. */
export const apiItemIdRules: readonly ApiRule[] = [
  {
    id: 'item-id-invalid',
    servers: ['OpenAI', 'Azure', 'gateways'],
    rejects: 'ids of items that it did not create or does not store',
    fallback: 'removes the ids of items that nothing refers to',
    // Data that the upstream cannot decrypt does not depend on ids.
    match: { status: [400, 404, 422], unless: /encrypted[_ ]content|decrypt/i },
    cache: 'request-form',
    applies: ({ payload }, match) =>
      match.at.some((path) => /^input\.(?:\w+\.)*\d+\.(?:\w+\.)?id$/.test(path)) ||
      namesItem(payload, match) ||
      itemNotStoredPatterns.some((pattern) => pattern.test(match.text)),
    patch: (attempt) => withoutPresent(attempt, [{ path: ['input', 'id'] }]),
  },
];

/** Whether the error names the id of an item in the sent input. */
function namesItem({ body }: SentApiPayload, { text, param = '' }: MatchedError): boolean {
  const words = new Set(`${text} ${param}`.match(/[\w-]+/g));
  return arrayOf(body['input']).some((item) => {
    const { id, call_id: callId } = asObject(item) ?? {};
    // A call id that is also the id of its item may be named for its own sake.
    return id !== callId && words.has(asText(id) ?? '');
  });
}
