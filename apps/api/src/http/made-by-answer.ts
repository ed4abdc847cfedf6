import type { StoredAnswer } from '@org/engine/ports/idempotency-store';

/** What a request made that is kept apart from its answer, and can be deleted. */
export interface Made {
  readonly kind: 'turn' | 'conversation';
  readonly id: string;
}

/** What the answer to a POST tells of, if that was stored. `conversationId`: the conversation that the route is about. */
export function madeBy({ headers, body }: StoredAnswer, conversationId: string | undefined): Made | undefined {
  if (conversationId !== undefined) return { kind: 'conversation', id: conversationId };
  const { object, type, id, store } = objectIn(body, headers['content-type'] ?? '');
  if (typeof id !== 'string') return undefined;
  if (object === 'conversation') return { kind: 'conversation', id };
  return (object === 'response' && store === true) || type === 'message_batch' ? { kind: 'turn', id } : undefined;
}

interface Named {
  readonly object?: unknown;
  readonly type?: unknown;
  readonly id?: unknown;
  readonly store?: unknown;
}

const firstEvent = /^data: (\{.*\})$/m;

/** The answer itself; of a stream the response that its first event holds. */
function objectIn(body: string, contentType: string): Named {
  if (contentType.startsWith('application/json')) return objectOf(JSON.parse(body));
  const { response }: { readonly response?: unknown } = objectOf(JSON.parse(firstEvent.exec(body)?.[1] ?? '{}'));
  return objectOf(response);
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
