// What Claude Code makes of failures.
import { strict as assert } from 'node:assert';

const overflow = {
  error: {
    message: "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens.",
    type: 'BadRequestError',
    code: 400,
  },
};
const retries = ({ events }) =>
  events.filter(({ subtype }) => subtype === 'api_retry').map(({ error_status: status }) => status);

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudeFailures = [
  {
    name: 'reports at once that the prompt is too long',
    refused: true,
    async run({ claude, model, exchanges }) {
      model.play({ status: 400, body: overflow });
      const { result } = await claude(['Go on.']);
      assert.equal(result.terminal_reason, 'prompt_too_long');
      assert.equal(exchanges.length, 1);
    },
  },
  {
    name: 'reports the same for the built-in model, whose context is too small for its prompt',
    refused: true,
    async run({ claude }) {
      assert.equal((await claude(['Go on.', '--model', 'demo'])).result.terminal_reason, 'prompt_too_long');
    },
  },
  {
    name: 'waits as long as the retry-after of an upstream that limits its rate, and gets its response',
    refused: true,
    async run({ claude, model }) {
      model.play({ status: 429, headers: { 'retry-after': '3' } }, { text: 'At last.' });
      const run = await claude(['Go on.']);
      assert.equal(run.result.result, 'At last.');
      assert.deepEqual(retries(run), [429]);
      assert.ok(run.events.find(({ subtype }) => subtype === 'api_retry').retry_delay_ms >= 3000);
    },
  },
  {
    name: 'retries when the upstream is overloaded, and gets its response',
    refused: true,
    async run({ claude, model }) {
      model.play({ status: 503 }, { text: 'At last.' });
      const run = await claude(['Go on.']);
      assert.equal(run.result.result, 'At last.');
      assert.deepEqual(retries(run), [529]);
    },
  },
  {
    name: 'retries without a stream when a response is disconnected',
    async run({ claude, model, exchanges }) {
      model.play({ text: 'This will be cut in the middle.', cutAfter: 2 }, { text: 'This is whole.' });
      assert.equal((await claude(['Go on.'])).result.result, 'This is whole.');
      assert.deepEqual(
        exchanges.map(({ body }) => body.stream),
        [true, false],
      );
    },
  },
  {
    name: 'gives up on an upstream that keeps failing, and reports it',
    refused: true,
    async run({ claude, model, key }) {
      model.play({ status: 500 });
      const { result, code } = await claude(['Go on.'], {
        env: { ANTHROPIC_API_KEY: key, CLAUDE_CODE_MAX_RETRIES: '1' },
      });
      assert.equal(code, 1);
      assert.match(result.result, /The upstream failed/);
    },
  },
  {
    name: 'reports at once that its key is not valid',
    refused: true,
    async run({ claude, exchanges }) {
      const { result } = await claude(['Go on.'], { env: { ANTHROPIC_API_KEY: 'another' } });
      assert.equal(result.is_error, true);
      assert.deepEqual(
        exchanges.map(({ status }) => status),
        [401],
      );
    },
  },
  {
    name: 'reports that its model does not exist',
    refused: true,
    async run({ claude, exchanges }) {
      assert.match((await claude(['Go on.', '--model', 'nothing'])).result.result, /nothing/);
      assert.ok(exchanges.every(({ status }) => status === 404));
    },
  },
];
