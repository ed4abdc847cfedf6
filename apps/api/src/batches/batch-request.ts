import { EngineError, isObject, type JsonObject, type ModelRegistry } from '@org/engine';

/** One request of a batch. Its `params` are validated when it runs: an invalid one fails alone. */
export interface BatchEntry {
  readonly customId: string;
  readonly params: JsonObject;
}

const maxBatchRequests = 100_000;
const customId = /^[a-zA-Z0-9_-]{1,64}$/;

/** Checks the frame of a batch. Throws `invalid-request` that names the field. */
export function readBatchRequest(body: unknown): readonly BatchEntry[] {
  if (!isObject(body)) throw refused('', 'The body must be a JSON object.');
  const { requests } = body;
  if (!Array.isArray(requests) || requests.length === 0)
    throw refused('requests', 'must be a list with at least one request');
  if (requests.length > maxBatchRequests) throw refused('requests', `must have at most ${maxBatchRequests} requests`);
  const known = new Set<string>();
  return requests.map((request: unknown, index) => {
    const path = `requests.${index}`;
    if (!isObject(request)) throw refused(path, 'must be an object');
    const { custom_id: id, params } = request;
    if (typeof id !== 'string' || !customId.test(id))
      throw refused(`${path}.custom_id`, 'must have 1 to 64 letters, digits, "_" or "-"');
    if (known.has(id)) throw refused(`${path}.custom_id`, 'must be unique in its batch');
    if (!isObject(params)) throw refused(`${path}.params`, 'must be an object');
    if (params['stream'] === true) throw refused(`${path}.params.stream`, 'must not be true in a batch');
    known.add(id);
    return { customId: id, params };
  });
}

function refused(param: string, rule: string): EngineError {
  return param === ''
    ? new EngineError('invalid-request', rule)
    : new EngineError('invalid-request', `${param}: ${rule}.`, { param });
}

/** The models that a batch names; undefined for an invalid name. */
export function modelsOf(entries: readonly BatchEntry[]): ReadonlySet<string | undefined> {
  return new Set(entries.map(({ params: { model } }) => (typeof model === 'string' ? model : undefined)));
}

/** Whether each of them has a route. */
export function areConfigured(entries: readonly BatchEntry[], registry: Pick<ModelRegistry, 'has'>): boolean {
  return [...modelsOf(entries)].every((model) => model !== undefined && registry.has(model));
}
