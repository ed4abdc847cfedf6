import type { RunLogFields } from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import type { SentPayload } from '#src/compat/attempt.js';
import { CapabilityCache } from '#src/compat/capability-cache.js';
import { CompatAttempts } from '#src/compat/compat-attempts.js';
import type { SharedRule } from '#src/compat/compat-rule.js';
import { mapUpstreamError } from '#src/errors/upstream-error.js';

/** Patches every rejection, as two rules do that undo each other's patch. */
const endless: SharedRule = {
  id: 'endless',
  servers: [],
  rejects: '',
  fallback: '',
  match: {},
  cache: 'never',
  patch: (attempt) => ({ ...attempt, omitsReasoning: !attempt.omitsReasoning }),
};

it('patches one request at most 8 times, however many rules match', () => {
  const attempts = new CompatAttempts<object, SentPayload>(buildRequest('hello'), {
    owner: 'alice',
    target: {},
    rules: [endless],
    cache: new CapabilityCache(),
    encode: () => ({ body: {}, isPassthrough: false }),
  });
  const rejection = mapUpstreamError({ status: 400, body: '{}' });
  const logFields: RunLogFields = {};
  const patched = Array.from({ length: 20 }, () => attempts.patch(rejection, logFields));
  expect(patched.filter(Boolean)).toHaveLength(8);
  expect(patched.slice(8)).not.toContain(true);
  // The log names each rule once.
  expect(logFields.fallbacks).toEqual(['endless']);
});
