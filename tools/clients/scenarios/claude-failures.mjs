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
    name: 'says that the prompt is too long, at once',
    refused: true,
    async run({ claude, model, exchanges }) {
      model.play({ status: 400, body: overflow });
      const { result } = await claude(['Go on.']);
      assert.equal(result.terminal_reason, 'prompt_too_long');
      assert.equal(exchanges.length, 1);
    },
  },
  {
    name: 'says the same of the built-in model, whose context its prompt does not fit',
    refused: true,
    async run({ claude }) {
      assert.equal((await claude(['Go on.', '--model', 'demo'])).result.terminal_reason, 'prompt_too_long');
    },
  },
  {
    name: 'waits as long as an upstream says that allows no more requests for now, and gets its answer',
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
    name: 'comes again when the upstream is overloaded, and gets its answer',
    refused: true,
    async run({ claude, model }) {
      model.play({ status: 503 }, { text: 'At last.' });
      const run = await claude(['Go on.']);
      assert.equal(run.result.result, 'At last.');
      assert.deepEqual(retries(run), [529]);
    },
  },
  {
    name: 'asks again without a stream when an answer breaks off in the middle',
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
    name: 'gives up on an upstream that keeps failing, and says so',
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
    name: 'says at once that its key is not valid',
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
    name: 'says that its model does not exist',
    refused: true,
    async run({ claude, exchanges }) {
      assert.match((await claude(['Go on.', '--model', 'nothing'])).result.result, /nothing/);
      assert.ok(exchanges.every(({ status }) => status === 404));
    },
  },
];
