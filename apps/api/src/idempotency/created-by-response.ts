import { isObject, type JsonObject, objectOf, type StoredResponse } from '@org/engine';

/** A resource that a request created, which is stored apart from its response and can be deleted. */
export interface CreatedResource {
  readonly kind: 'turn' | 'conversation' | 'file';
  readonly id: string;
  /**
   * It is generated regardless of its clients: a repeated request follows the live response instead of the recorded
   * one.
   */
  readonly followed?: true;
}

/** The part of a POST that determines the resource of its response. */
export interface PostedRequest {
  /** The conversation that the route is about. */
  readonly conversationId: string | undefined;
  readonly body: unknown;
}

/** The resource in the response to a POST, if that was stored. */
export function createdByResponse({ headers, body }: StoredResponse, post: PostedRequest): CreatedResource | undefined {
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

/** Matches the first event that is not a keep-alive. */
const firstEvent = /^data: (\{(?!"type":"(?:ping|keepalive)").*\})$/m;

/** The response object; for a stream the response or message in its first event. */
function objectIn(body: string, contentType: string): JsonObject {
  if (isJson(contentType)) return objectOf(JSON.parse(body));
  const { response, message } = objectOf(JSON.parse(firstEvent.exec(body)?.[1] ?? '{}'));
  return objectOf(response ?? message);
}
