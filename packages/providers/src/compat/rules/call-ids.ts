import { type Attempt, type AttemptState, withRejected, withTarget } from '../attempt.js';
import type { CallIds, CapabilityProfile } from '../capability-profile.js';
import type { ChatRule } from '../targets.js';

const nineCharactersPattern = /tool call id was [^]{0,400}? must be a-z, A-Z, 0-9, with a length of 9/i;

/** Tool call ids of other models. */
export const chatCallIdRules: readonly ChatRule[] = [
  {
    id: 'call-id-nine-characters',
    servers: ['Mistral'],
    rejects: 'ids of tool calls that are not nine letters and digits',
    fallback: 'sends ids of nine characters, derived from the original ones',
    match: { text: nineCharactersPattern },
    cache: 'request-form',
    patch: (attempt) => withCallIds(attempt, 'nine'),
  },
  {
    id: 'call-id-too-long',
    servers: ['OpenAI'],
    rejects: 'ids of tool calls with more than 40 characters',
    fallback: 'sends shorter ids',
    match: { text: /tool_call(?:s\[\d+\]\.|_)id\W{1,4}string too long/i, unless: nineCharactersPattern },
    cache: 'request-form',
    patch: (attempt) => withCallIds(attempt, 'short'),
  },
];

/** A form that was tried once is not tried again. */
function withCallIds(
  attempt: Attempt<CapabilityProfile>,
  callIds: CallIds,
): AttemptState<CapabilityProfile> | undefined {
  return callIds === attempt.target.callIds || attempt.rejected.has(callIds)
    ? undefined
    : withTarget(withRejected(attempt, [callIds]), { callIds });
}
