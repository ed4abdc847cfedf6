/**
 * A scenario that a client plays straight at the scripted upstream and through the service, for the same result.
 * @param {import('../scenario.mjs').Scenario} scenario what the service is expected to do; `run` sees `straight` in its scene
 * @returns {import('../scenario.mjs').Scenario[]}
 */
export function bothWays(scenario) {
  const { name, run } = scenario;
  return [{ name: `${name}, straight at the upstream`, run, straight: true }, scenario];
}
