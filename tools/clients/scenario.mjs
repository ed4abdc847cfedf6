import { strict as assert } from 'node:assert';

/**
 * @typedef {object} Scenario
 * @property {string} name a sentence about what the client does
 * @property {(scene: import('./world.mjs').Scene) => Promise<void>} run throws when an expectation fails
 * @property {boolean} [refused] whether the service may reject requests
 * @property {RegExp[]} [expectsWarning] warnings that the service has to report; each occurs at least once
 * @property {boolean} [straight] whether the client calls the scripted upstream, without the service
 * @property {boolean} [sendsNoRequests] whether the client gets its data from elsewhere than the service
 */

/** Warnings that the service reports for every request of a client, about features that the client does not depend on. */
const knownWarnings = [
  /^ignored text\.verbosity:/,
  // The model of the check speaks plain chat completions, which have none of these.
  /^ignored tools: The upstream receives the (?:grammar|schemas) of /,
  /^ignored (?:thinking|reasoning[^:]*): The upstream does not support reasoning options\./,
  // After a disconnect the client sends its partial response, which this model cannot continue.
  /^ignored input\.[^:]+: The upstream does not support assistant prefill/,
];

/**
 * Runs a scenario in its own environment, and checks the recorded traffic: the service accepted everything that the
 * client sent, ignored nothing except known fields, and returned no secret of its upstream.
 * @param {Scenario} scenario
 * @param {import('./world.mjs').Scene} scene
 */
export async function play(
  { run, refused = false, expectsWarning = [], straight = false, sendsNoRequests = false },
  scene,
) {
  await run(scene);
  assert.equal(
    scene.exchanges.length === 0,
    sendsNoRequests,
    sendsNoRequests ? 'the client sent a request' : 'the client sent no request',
  );
  if (straight) return;
  const missing = new Set(expectsWarning);
  for (const { method, path, status, reply, responseHeaders } of scene.exchanges) {
    if (!refused)
      assert.ok(status === 200 || status === 101, `${method} ${path} returned ${status}: ${reply.slice(0, 300)}`);
    const warnings = warningsOf(responseHeaders);
    for (const expected of expectsWarning)
      if (warnings.some((warning) => expected.test(warning))) missing.delete(expected);
    const known = [...knownWarnings, ...expectsWarning];
    const unknown = warnings.find((warning) => !known.some((pattern) => pattern.test(warning)));
    assert.equal(unknown, undefined, `${method} ${path} got a warning`);
    const leaked = findSecret(`${JSON.stringify(responseHeaders)}\n${reply}`, scene.secrets);
    assert.equal(leaked, undefined, `${method} ${path} returned a secret of the upstream`);
  }
  assert.deepEqual([...missing], [], 'the service did not report a warning');
  const logged = findSecret(scene.readLog?.() ?? '', { key: scene.secrets?.key, header: scene.secrets?.header });
  assert.equal(logged, undefined, 'the log contains a secret of the upstream');
}

/** The warnings of a response, one by one. */
export function warningsOf(headers) {
  const text = String(headers['x-service-warning'] ?? '');
  return text === '' ? [] : text.split(/, (?=(?:dropped|ignored|clamped|estimated) )/);
}

/** The name of the first secret in a text, as it is or in base64; undefined without one. */
function findSecret(text, secrets = {}) {
  return Object.entries(secrets).find(
    ([, secret]) =>
      secret !== undefined && (text.includes(secret) || text.includes(Buffer.from(secret).toString('base64'))),
  )?.[0];
}

/** The texts of a chat-completions message. */
export function textOf({ content }) {
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n');
}

/** The tool results in the model's last request, by call id. */
export function lastToolResults(model) {
  const { messages } = model.asked.at(-1);
  return Object.fromEntries(
    messages.filter(({ role }) => role === 'tool').map((message) => [message.tool_call_id, textOf(message)]),
  );
}

/** Names of the tools that the model was offered last. */
export function toolsOffered(model) {
  return (model.asked.at(-1).tools ?? []).map((tool) => tool.function.name);
}
