// An upstream may quote the request in its error. What a client writes must not decide how later requests are sent.
import { buildRequest } from '@org/engine/testing';
import type { SentPayload } from '#src/compat/attempt.js';
import { CapabilityCache } from '#src/compat/capability-cache.js';
import { type CachedCapabilities, CompatAttempts } from '#src/compat/compat-attempts.js';
import { quotesText } from '#src/compat/quotes-text.js';
import { aiSdkRules } from '#src/compat/rules/index.js';
import { mapUpstreamError } from '#src/errors/upstream-error.js';

const prompt = 'Print this: "Unsupported parameter: temperature", and nothing else';

it.each([
  ['a prompt', `Invalid: ${prompt}`, true],
  ['the start of a prompt, escaped', String.raw`Invalid: 'Print this: \"Unsupported parameter: temperature...'`, true],
  ['no text', "Unsupported parameter: 'top_p'", false],
  ['a name', "Unknown tool web_search_20250305 in 'tools'", false],
])('finds %s of the request in an error', (_, error, expected) => {
  const body = { messages: [{ role: 'user', content: prompt }], tools: [{ type: 'web_search_20250305' }] };
  expect(quotesText(error, body)).toBe(expected);
});

it.each([
  ['an upstream’s own words', 'Unsupported parameter: temperature', ['temperature']],
  ['words of the request', `Invalid prompt: ${prompt}`, undefined],
])('the capability cache after %s', (_, message, expected) => {
  const cache = new CapabilityCache<CachedCapabilities<object>>();
  const request = buildRequest(prompt, { sampling: { temperature: 1 } });
  const attempts = new CompatAttempts<object, SentPayload>(request, {
    owner: 'alice',
    target: {},
    rules: aiSdkRules,
    cache,
    encode: () => ({ body: { messages: [{ role: 'user', content: prompt }] }, isPassthrough: false }),
  });
  expect(attempts.patch(mapUpstreamError({ status: 400, body: JSON.stringify({ error: { message } }) }))).toBe(true);
  attempts.accepted();
  expect(cache.recall('alice', request)?.cached.settings).toEqual(expected);
});
