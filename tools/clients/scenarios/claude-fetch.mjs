// Claude Code with its own WebFetch: it fetches the page itself, and asks the model of the session what it says.
import { strict as assert } from 'node:assert';
import { lastToolResults, textOf } from '../scenario.mjs';

const question = 'When do hinges squeak?';
const withoutCheck = ['--settings', JSON.stringify({ skipWebFetchPreflight: true })];

/** Runs Claude Code, whose model calls WebFetch for `url` once. */
function fetchPage({ claude, model, key, site }, url, { answers, more }) {
  const call = { calls: [{ name: 'WebFetch', input: { url, prompt: question } }] };
  model.play(call, ...answers.map((text) => ({ text })));
  const env = { ANTHROPIC_API_KEY: key, NODE_EXTRA_CA_CERTS: site.certificateFile };
  return claude([`${question} See ${url}`, '--allowedTools', 'WebFetch', ...more], { env });
}

const readBy = (model) => Object.values(lastToolResults(model)).join('\n');

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudeFetch = [
  ...['https', 'http'].map((protocol) => ({
    name: `fetches a page of an ${protocol} address over HTTPS, and asks the model about it`,
    // The question about the page comes with an effort.
    expectsWarning: [/^ignored output_config\.effort: The upstream does not support reasoning options\./],
    async run(scene) {
      const { model, site } = scene;
      const url = site.securePageUrl.replace(/^https/, protocol);
      const { result } = await fetchPage(scene, url, { answers: ['In winter.', 'All done.'], more: withoutCheck });
      assert.equal(result.result, 'All done.');
      assert.deepEqual(site.requested, ['/hinges']);
      assert.match(model.asked[1].messages.map(textOf).join('\n'), /Brass hinges squeak in winter/);
      assert.match(readBy(model), /In winter\./);
    },
  })),
  {
    name: 'fetches no page while it cannot ask its vendor about the domain',
    async run(scene) {
      const { model, site } = scene;
      const { result } = await fetchPage(scene, site.securePageUrl, { answers: ['All done.'], more: [] });
      assert.equal(result.result, 'All done.');
      assert.deepEqual(site.requested, []);
      assert.match(readBy(model), /verify/i);
    },
  },
];
