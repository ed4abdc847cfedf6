import { isObject, type JsonObject, objectOf, type StoredResponse } from '@org/engine';

/** What a request made that is kept apart from its answer, and can be deleted. */
export interface Made {
  readonly kind: 'turn' | 'conversation' | 'file';
  readonly id: string;
  /** It is made whoever listens: whoever sends the request again listens as well, and is not told what the first one was told. */
  readonly followed?: true;
}

/** What of a POST tells what its answer tells of. */
export interface PostedRequest {
  /** The conversation that the route is about. */
  readonly conversationId: string | undefined;
  readonly body: unknown;
}

/** What the answer to a POST tells of, if that was stored. */
export function madeBy({ headers, body }: StoredResponse, post: PostedRequest): Made | undefined {
  if (post.conversationId !== undefined) return { kind: 'conversation', id: post.conversationId };
  const contentType = headers['content-type'] ?? '';
  const { object, type, id, store, background } = objectIn(body, contentType);
  if (typeof id !== 'string') return undefined;
  if (object === 'conversation') return { kind: 'conversation', id };
  if (object === 'file' || type === 'file') return { kind: 'file', id };
  const isStored =
    (object === 'response' && store === true) ||
    type === 'message_batch' ||
    (type === 'message' && isOfThread(post.body));
  if (!isStored) return undefined;
  return { kind: 'turn', id, ...(background === true && !isJson(contentType) ? { followed: true } : {}) };
}

function isJson(contentType: string): boolean {
  return contentType.startsWith('application/json');
}

function isOfThread(body: unknown): boolean {
  return isObject(objectOf(body)['thread']);
}

/** The first event that is no sign of life. */
const firstEvent = /^data: (\{(?!"type":"ping").*\})$/m;

/** The answer itself; of a stream the response or message that its first event holds. */
function objectIn(body: string, contentType: string): JsonObject {
  if (isJson(contentType)) return objectOf(JSON.parse(body));
  const { response, message } = objectOf(JSON.parse(firstEvent.exec(body)?.[1] ?? '{}'));
  return objectOf(response ?? message);
}
