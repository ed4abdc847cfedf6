import { strict as assert } from 'node:assert';

/**
 * @typedef {object} Scenario
 * @property {string} name what the client does, as a sentence about it
 * @property {(scene: import('./world.mjs').Scene) => Promise<void>} run throws what does not hold
 * @property {boolean} [refused] requests are meant to be refused
 * @property {boolean} [asksNobody] what the client reads does not come from the service
 */

/** What the service says of every request of a client, and what the client can do without. */
const knownWarnings = [
  /^ignored text\.verbosity:/,
  // The model of the check speaks plain chat completions, which have none of these.
  /^ignored tools: The upstream receives the (?:grammar of|schemas of strict tools) /,
  /^ignored (?:thinking|reasoning[^:]*): The upstream does not support reasoning options\./,
  // After a cut the client sends the half of an answer that it has, which this model cannot be asked to go on with.
  /^ignored input\.[^:]+: The upstream does not support assistant prefill/,
];

/**
 * Runs a scenario in a scene of its own, and looks at what went over the wire: everything that the client sent was
 * taken, and nothing of it left out but for what is known.
 * @param {Scenario} scenario
 * @param {import('./world.mjs').Scene} scene
 */
export async function play({ run, refused = false, sendsNoRequests = false }, scene) {
  await run(scene);
  assert.equal(
    scene.exchanges.length === 0,
    sendsNoRequests,
    sendsNoRequests ? 'the client asked somebody' : 'the client asked nobody',
  );
  for (const { method, path, status, reply, responseHeaders } of scene.exchanges) {
    if (!refused)
      assert.ok(
        status === 200 || status === 101,
        `${method} ${path} was answered with ${status}: ${reply.slice(0, 300)}`,
      );
    const warnings = String(responseHeaders['x-service-warning'] ?? '').split(/, (?=(?:dropped|ignored|clamped) )/);
    const unknown = warnings.find((warning) => warning !== '' && !knownWarnings.some((known) => known.test(warning)));
    assert.equal(unknown, undefined, `${method} ${path} got a warning`);
  }
}

/** The texts of a chat-completions message. */
export function textOf({ content }) {
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n');
}

/** The results of tools that the model was shown last, by the id of the call. */
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
