// What Codex makes of failures.
import { strict as assert } from 'node:assert';

/** Fewer attempts than by default, so that failures are reported quickly. */
const provider = 'request_max_retries = 1\nstream_max_retries = 2\n';

const errorMessage = ({ events }) => events.findLast(({ type }) => type === 'turn.failed')?.error.message;
const overflow = {
  error: {
    message: "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens.",
    type: 'BadRequestError',
    code: 400,
  },
};

/** @type {import('../scenario.mjs').Scenario[]} */
export const codexFailures = [
  {
    name: 'reports at once that the context is full',
    refused: true,
    async run({ codex, model, exchanges }) {
      model.play({ status: 400, body: overflow });
      assert.match(
        errorMessage(await codex(['Go on.'], { provider })),
        /ran out of room in the model's context window/,
      );
      assert.equal(exchanges.length, 1);
    },
  },
  {
    name: 'reports the same for the built-in model, whose context is too small for its prompt',
    refused: true,
    async run({ codex, exchanges }) {
      assert.match(
        errorMessage(await codex(['-m', 'demo', 'Go on.'], { provider })),
        /ran out of room in the model's context window/,
      );
      assert.equal(exchanges[0].status, 400);
    },
  },
  ...[
    ['when the context is full', { play: { status: 400, body: overflow } }],
    ['when the context is full, on a connection as well', { play: { status: 400, body: overflow }, sockets: true }],
    [
      'when the context becomes full in the middle of a response',
      { play: { text: 'That would be', breaks: overflow } },
    ],
  ].map(([when, { play, sockets = false }]) => ({
    name: `compacts ${when}, and continues`,
    refused: true,
    async run({ codex, model, exchanges }) {
      const options = { provider: `${provider}supports_websockets = ${sockets}\n` };
      model.play({ text: 'Noted.' }, play, { text: 'SUMMARY: the colour is teal.' }, { text: 'Teal.' });
      await codex(['The colour is teal.'], options);
      assert.match(
        errorMessage(await codex(['resume', '--last', 'Which colour?'], options)),
        /ran out of room in the model's context window/,
      );
      const { last, code } = await codex(['resume', '--last', 'Which colour is it?'], options);
      assert.deepEqual([last, code], ['Teal.', 0]);
      assert.match(JSON.stringify(model.asked.at(-1).messages), /SUMMARY: the colour is teal\./);
      assert.ok(exchanges.every(({ method }) => method === (sockets ? 'GET' : 'POST')));
    },
  })),
  {
    name: 'retries when the upstream limits its rate, and gets its response',
    refused: true,
    async run({ codex, model, exchanges }) {
      model.play({ status: 429, headers: { 'retry-after': '3' } }, { text: 'At last.' });
      assert.equal((await codex(['Go on.'], { provider })).last, 'At last.');
      assert.deepEqual(
        exchanges.map(({ status }) => status),
        [429, 200],
      );
      assert.equal(exchanges[0].responseHeaders['retry-after'], '3');
    },
  },
  {
    name: 'retries when a response is disconnected',
    async run({ codex, model, exchanges }) {
      model.play({ text: 'This will be cut in the middle.', cutAfter: 2 }, { text: 'This is whole.' });
      const { last, events } = await codex(['Go on.'], { provider });
      assert.equal(last, 'This is whole.');
      assert.ok(
        events.some(
          ({ type, message }) => type === 'error' && /ended the response before it was complete/.test(message),
        ),
      );
      assert.match(exchanges[0].reply, /event: response\.failed/);
    },
  },
  {
    name: 'gives up on an upstream that keeps failing, and reports it',
    refused: true,
    async run({ codex, model }) {
      model.play({ status: 500 });
      const run = await codex(['Go on.'], { provider });
      assert.equal(run.code, 1);
      assert.match(errorMessage(run), /The upstream failed/);
    },
  },
  {
    name: 'reports that the response was truncated at its limit',
    async run({ codex, model }) {
      model.play({ text: 'Half of', finish: 'length' });
      assert.match(errorMessage(await codex(['Go on.'], { provider })), /max_output_tokens/);
    },
  },
  {
    name: 'reports that its key is not valid',
    refused: true,
    async run({ codex, model }) {
      assert.match(errorMessage(await codex(['Go on.'], { provider, key: 'another' })), /401.*The key is not valid/);
      assert.equal(model.asked.length, 0);
    },
  },
  {
    name: 'lists the models when its own does not exist',
    refused: true,
    async run({ codex, exchanges }) {
      assert.match(
        errorMessage(await codex(['-m', 'nothing', 'Go on.'], { provider })),
        /"nothing" does not exist\. Models: coder,.* demo/,
      );
      assert.deepEqual(
        exchanges.map(({ status }) => status),
        [404],
      );
    },
  },
];
