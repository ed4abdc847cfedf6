import { type JsonObject, objectOf, type Warning } from '@org/engine';
import { messageCreateParamsSchema } from '@org/protocol/messages';
import { requestBetas } from './request-betas.js';

const knownMembers: ReadonlySet<string> = new Set(['custom_id', 'params']);
const knownFields: ReadonlySet<string> = new Set(Object.keys(messageCreateParamsSchema.shape));
const withBetas: ReadonlySet<string> = new Set([...knownFields, 'betas']);

/** Maximum number of listed fields: a body may have many thousands. */
const maxListedFields = 100;

interface Unknown {
  readonly name: string;
  /** Of the first request that has it. */
  readonly path: string;
  count: number;
}

/**
 * A warning for each unknown member of the batch requests or their params, with the first request that has it,
 * because the results have no field for warnings. `body` is an accepted one. `forwardsUnknownFields`: the upstream of
 * the model receives unknown fields, too.
 */
export function unknownInRequests(body: unknown, forwardsUnknownFields: (model: unknown) => boolean): Warning[] {
  const found = new Map<string, Unknown>();
  const collectUnknown = (section: string, path: string, value: JsonObject, known: ReadonlySet<string>): void => {
    for (const [name, member] of Object.entries(value)) {
      if (member === null || known.has(name)) continue;
      const key = `${section} ${name}`;
      const earlier = found.get(key);
      if (earlier !== undefined) earlier.count += 1;
      else if (found.size < maxListedFields) found.set(key, { name, path: `${path}.${name}`, count: 1 });
    }
  };
  for (const [index, request] of listOf(body).entries()) {
    const path = `requests.${index}`;
    const members = objectOf(request);
    collectUnknown('request', path, members, knownMembers);
    const params = objectOf(members['params']);
    if (!forwardsUnknownFields(params['model']))
      collectUnknown('params', `${path}.params`, params, requestBetas(params) !== undefined ? withBetas : knownFields);
  }
  return [...found.values()].map(({ name, path, count }) => ({
    kind: 'ignored',
    param: path,
    message: `'${name}' is unknown; the service ignores it${count === 1 ? '' : ` (in ${count} requests)`}.`,
  }));
}

function listOf(body: unknown): readonly unknown[] {
  const { requests } = objectOf(body);
  return Array.isArray(requests) ? requests : [];
}
