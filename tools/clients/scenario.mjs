import { strict as assert } from 'node:assert';

/**
 * @typedef {object} Scenario
 * @property {string} name a sentence about what the client does
 * @property {(scene: import('./world.mjs').Scene) => Promise<void>} run throws when an expectation fails
 * @property {boolean} [refused] whether the service must reject requests
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
 * client sent, and ignored nothing except known fields.
 * @param {Scenario} scenario
 * @param {import('./world.mjs').Scene} scene
 */
export async function play({ run, refused = false, sendsNoRequests = false }, scene) {
  await run(scene);
  assert.equal(
    scene.exchanges.length === 0,
    sendsNoRequests,
    sendsNoRequests ? 'the client sent a request' : 'the client sent no request',
  );
  for (const { method, path, status, reply, responseHeaders } of scene.exchanges) {
    if (!refused)
      assert.ok(status === 200 || status === 101, `${method} ${path} returned ${status}: ${reply.slice(0, 300)}`);
    const warnings = String(responseHeaders['x-service-warning'] ?? '').split(/, (?=(?:dropped|ignored|clamped) )/);
    const unknown = warnings.find((warning) => warning !== '' && !knownWarnings.some((known) => known.test(warning)));
    assert.equal(unknown, undefined, `${method} ${path} got a warning`);
  }
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
