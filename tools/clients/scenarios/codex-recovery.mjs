// How Codex recovers from failures and rejections of an upstream: straight at it, and through the service.
import { strict as assert } from 'node:assert';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';
import { hasReasoning, imperfectStreams, onlyFunctions, reasoningErrors, repeatedIds } from './imperfect-upstreams.mjs';

const command = (word) => ({ name: 'exec_command', input: { cmd: `echo ${word}` } });
const withModel = () => ['-m', newModel('responses')];
/** Failures are reported at once. */
const provider = 'request_max_retries = 0\nstream_max_retries = 0\n';
const statusesOf = ({ requests }) => requests.map(({ status }) => status);
const lastInput = ({ requests }) => requests.at(-1).body.input;
const outputsOf = (input) =>
  input.flatMap(({ type, output }) =>
    type === 'function_call_output' ? [/one|two|three/.exec(JSON.stringify(output))?.[0]] : [],
  );

/** @type {import('../scenario.mjs').Scenario[]} */
export const codexRecovery = [
  ...bothWays({
    name: 'waits as long as the error of a stream says',
    async run({ codex, upstream }) {
      const limited = {
        text: 'Let me',
        breaks: { code: 'rate_limit_exceeded', message: 'Rate limit reached for the model. Please try again in 1.5s.' },
      };
      upstream.play(limited, limited, limited, { text: 'Done.' });
      const retries = 'request_max_retries = 0\nstream_max_retries = 4\n';
      assert.equal((await codex([...withModel(), 'Go on.'], { provider: retries })).last, 'Done.');
      const times = upstream.requests.map(({ at }) => at);
      const delays = times.slice(1).map((at, index) => Math.round(at - times[index]));
      assert.ok(delays.length === 3 && delays.every((ms) => ms >= 1400), `the delays are ${delays} ms`);
    },
  }),
  ...bothWays({
    name: 'runs a loop of calls whose item ids the upstream repeats, and resumes it',
    async run({ codex, upstream, straight }) {
      const step = (word) => ({ text: 'Next.', calls: [command(word)], ids: repeatedIds });
      upstream.play(step('one'), step('two'), step('three'), { text: 'Done.', ids: repeatedIds });
      const options = withModel();
      assert.equal((await codex([...options, 'Go on.'], { provider })).last, 'Done.');
      assert.equal((await codex(['resume', '--last', ...options, 'Again.'], { provider })).last, 'Done.');
      assert.deepEqual(outputsOf(lastInput(upstream)), ['one', 'two', 'three']);
      assert.equal(lastInput(upstream).filter(({ type }) => type === 'function_call').length, 3);
      const ids = lastInput(upstream).flatMap(({ id }) => id ?? []);
      if (!straight) assert.equal(new Set(ids).size, ids.length);
    },
  }),
  ...Object.entries(reasoningErrors).map(([why, { warning = [/^dropped input/], ...rejection }]) => ({
    name: `continues after reasoning when the upstream ${why}`,
    expectsWarning: warning,
    async run({ codex, upstream }) {
      upstream.play({ thinks: 'I should look first.', calls: [command('one')] }, { text: 'Done.' });
      upstream.reject({ when: hasReasoning, ...rejection });
      assert.equal((await codex([...withModel(), 'Go on.'], { provider })).last, 'Done.');
      assert.deepEqual(outputsOf(lastInput(upstream)), ['one']);
    },
  })),
  {
    name: 'works with an upstream that rejects all tools but functions by status and param',
    async run({ codex, upstream }) {
      upstream.play({ calls: [command('one')] }, { text: 'Done.' });
      upstream.reject(onlyFunctions);
      assert.equal((await codex([...withModel(), 'Go on.'], { provider })).last, 'Done.');
      assert.deepEqual(outputsOf(lastInput(upstream)), ['one']);
      assert.deepEqual(statusesOf(upstream), [400, 200, 200]);
    },
  },
  {
    name: 'gets no secret that the upstream repeats in its error, over a WebSocket',
    refused: true,
    async run({ codex, upstream, exchanges, secrets: { key, header, host } }) {
      const message = `The image at http://${host}/v1 with ${key} and ${header} is not valid.`;
      upstream.reject({ body: { error: { message, type: 'invalid_request_error', param: header, code: key } } });
      const { code } = await codex([...withModel(), 'Go on.'], { provider: `${provider}supports_websockets = true\n` });
      assert.equal(code, 1);
      assert.match(exchanges[0].reply, /"invalid_request_error"/);
    },
  },
  ...Object.entries(imperfectStreams).map(([name, alter]) => ({
    name: `reads ${name}`,
    async run({ codex, upstream }) {
      upstream.play({ text: 'Let me look.', calls: [command('one')], alter }, { text: 'Done.', alter });
      const { items } = await codex([...withModel(), 'Go on.'], { provider });
      assert.deepEqual(
        items.flatMap(({ type, text, aggregated_output: output }) => (type === 'error' ? [] : [text ?? output])),
        ['Let me look.', 'one\n', 'Done.'],
      );
    },
  })),
];
