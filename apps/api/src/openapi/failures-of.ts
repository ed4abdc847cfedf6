// The error statuses of an operation: its possible errors, as its dialect reports them.
import { messagesDialect } from '@org/dialects/messages';
import { responsesDialect } from '@org/dialects/responses';
import { EngineError, type ErrorCode } from '@org/engine';
import type { Operation } from './operation.js';

/** The statuses in their order, with what each means. */
export function failuresOf(operation: Operation): readonly (readonly [status: number, meaning: string])[] {
  const statuses = codesOf(operation).flatMap((code) =>
    dialectsOf(operation).map((dialect) => dialect.encodeError(new EngineError(code, ''), '').status),
  );
  const upgrade = operation.upgrade === undefined ? [] : [426];
  return [...new Set([...statuses, ...upgrade])]
    .toSorted((one, other) => one - other)
    .map((status) => [status, meanings[status] ?? 'Error']);
}

/** The dialects of the error responses: models and files exist in both. */
export function dialectsOf({ tag }: Operation): readonly (typeof messagesDialect | typeof responsesDialect)[] {
  if (tag === 'Messages') return [messagesDialect];
  return tag === 'Models' || tag === 'Files' || tag === 'Usage'
    ? [responsesDialect, messagesDialect]
    : [responsesDialect];
}

function codesOf({
  public: open,
  method,
  path,
  tag,
  query,
  body,
  form,
  upgrade,
  fails = [],
}: Operation): readonly ErrorCode[] {
  if (open === true) return fails;
  const checked = method === 'post' || tag === 'Messages' || query !== undefined || upgrade !== undefined;
  return [
    ...(checked ? (['invalid-request'] as const) : []),
    'unauthenticated',
    ...(path.includes('{') ? (['not-found'] as const) : []),
    // A copy under the same idempotency key.
    ...(method === 'post' ? (['conflict'] as const) : []),
    ...(body === undefined && form === undefined ? [] : (['too-large', 'unsupported-media-type'] as const)),
    // The limits of keys count every operation.
    'rate-limited',
    'internal',
    'overloaded',
    ...fails,
  ];
}

const meanings: Readonly<Record<number, string>> = {
  400: 'The request is invalid; the message names the field and the rule.',
  401: 'No valid key was sent.',
  404: 'The model does not exist, or the owner of the key has no object with this id.',
  409: 'The request conflicts with the state of the object that it names, or another request with its `idempotency-key` is running.',
  413: 'The body is too large.',
  415: 'The body is not application/json, or not a form for a file upload.',
  424: 'An MCP server that the request names failed.',
  426: 'The path opens WebSocket connections; send `upgrade: websocket`.',
  429: 'The key has reached a limit, or too many requests wait for the model; `retry-after` contains the seconds until a retry.',
  500: 'The service failed; the log has the reason under the request id.',
  502: 'The model or its upstream failed.',
  503: 'Overloaded, or not ready; `retry-after` contains the seconds until a retry.',
  504: 'The model or its upstream took too long.',
  529: 'Overloaded, or not ready; `retry-after` contains the seconds until a retry.',
};
