// How Claude Code recovers from rejections of an upstream: straight at it, and through the service.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';

const command = { name: 'Bash', input: { command: 'true', description: 'Runs it' } };
const hasSystemRole = ({ messages }) => messages.some(({ role }) => role === 'system');
const hasThinking = ({ messages }) => JSON.stringify(messages).includes('"type":"thinking"');
const statusesOf = ({ requests }) => requests.map(({ status }) => status);

/** The arguments for a model of the scripted upstream. */
const withModel = (kind = 'messages') => ['--model', newModel(kind), '--allowedTools', 'Read,Bash'];

/** The body of an error of the messages API. */
export const failure = (message, type = 'invalid_request_error') => ({ type: 'error', error: { type, message } });

/** Wordings by which Claude Code itself finds that the upstream rejects the role `system` within messages. */
const knownRoleErrors = [
  "messages.1.role: Input should be 'user' or 'assistant'",
  'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
  'messages[1].role: unknown variant `system`, expected `user` or `assistant`',
  "messages.1: role 'system' is not supported on this model",
];
/** Wordings of vLLM, MiniMax and chat templates, which it does not know. */
const otherRoleErrors = [
  'Unexpected message role.',
  'invalid params, chat content has invalid message role: system (2013)',
  'System message must be at the beginning.',
];

const worksWithoutSystemRole = (message) => ({
  name: `works with an upstream that rejects the role system: ${message}`,
  expectsWarning: [/^clamped messages/],
  run: rejectedOnce(message, hasSystemRole),
});

const continuesWithoutThinking = (message) => ({
  name: `continues without thinking that the upstream rejects: ${message}`,
  expectsWarning: [/^dropped messages/],
  run: rejectedOnce(message, hasThinking, { thinks: 'I should look first.', calls: [command] }),
});

const worksWithoutAdaptiveThinking = (message) => ({
  name: `works with an upstream that rejects adaptive thinking: ${message}`,
  expectsWarning: [/^clamped thinking/],
  run: rejectedOnce(message, ({ thinking }) => thinking?.type === 'adaptive'),
});

/** Runs a session of which the upstream rejects one request, after the replies `before`. */
function rejectedOnce(message, when, ...before) {
  const options = withModel();
  return async function run({ claude, upstream }) {
    upstream.play(...before, { text: 'Fine.' });
    upstream.reject({ when, body: failure(message) });
    assert.equal((await claude(['Look.', ...options])).result.result, 'Fine.');
    assert.deepEqual(statusesOf(upstream), [...before.map(() => 200), 400, 200]);
  };
}

/** A session that becomes too long for the upstream. */
function compacts(options) {
  return async function run({ claude, upstream }) {
    upstream.play({ text: 'Noted.' });
    await claude(['The colour is teal.', ...options]);
    upstream.play({ text: '<summary>The colour is teal.</summary>' }, { text: 'Teal.' });
    let count = 0;
    upstream.reject({
      when: () => (count += 1) === 1,
      body: failure('prompt is too long: 215000 tokens > 200000 maximum'),
    });
    assert.equal((await claude(['--continue', 'Which colour?', ...options])).result.result, 'Teal.');
    assert.deepEqual(statusesOf(upstream), [400, 200, 200]);
  };
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudeRecovery = [
  ...knownRoleErrors.flatMap((message) => bothWays(worksWithoutSystemRole(message))),
  ...otherRoleErrors.map(worksWithoutSystemRole),
  ...bothWays(
    continuesWithoutThinking(
      'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    ),
  ),
  continuesWithoutThinking('messages.1.content.0: Content block is not a thinking block'),
  ...bothWays(worksWithoutAdaptiveThinking('adaptive thinking is not supported on this model')),
  worksWithoutAdaptiveThinking(
    "thinking.type: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
  ),
  ...bothWays({
    name: 'compacts when the prompt is too long, and continues',
    refused: true,
    run: compacts(withModel()),
  }),
  {
    name: 'compacts by the token of a hidden message, and continues',
    refused: true,
    run: compacts(withModel('hidden')),
  },
  ...bothWays({
    name: 'lowers an output cap that is too high',
    refused: true,
    run: rejectedOnce(
      'max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for this model',
      ({ max_tokens: cap }) => cap > 8192,
    ),
  }),
  ...bothWays({
    name: 'gives up at once at a plan limit that lasts hours',
    refused: true,
    async run({ claude, upstream }) {
      upstream.reject({
        status: 429,
        headers: { 'retry-after': '124633', 'x-should-retry': 'false' },
        body: failure("This request would exceed your account's rate limit.", 'rate_limit_error'),
      });
      const { code, events } = await claude(['Go on.', ...withModel()], { timeoutMs: 20_000 });
      assert.equal(code, 1);
      assert.ok(!events.some(({ subtype }) => subtype === 'api_retry'));
      assert.deepEqual(statusesOf(upstream), [429]);
    },
  }),
];
