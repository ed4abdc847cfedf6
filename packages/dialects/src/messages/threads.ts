// Threads: the official tool runner's way of sending only new messages. The store holds the messages of a turn;
// system text and tools, that a continued thread uses, are stored separately as one item.
import { EngineError, type JsonObject, type StoredItem } from '@org/engine';
import type { MessageCreateParams, ToolUnion } from '@org/protocol/messages';
import { jsonOf } from '../shared/json-of.js';

/** Settings with which a thread continues. */
export interface ThreadSetting {
  readonly system?: MessageCreateParams['system'];
  readonly tools?: readonly ToolUnion[];
}

/** Id of the item that stores the setting of the turn whose response is `messageId`. */
export function threadItemId(messageId: string): string {
  return `thread_${messageId}`;
}

/** The message that a request continues, if any. */
export function continuedMessage(request: MessageCreateParams): string | undefined {
  const { thread } = request;
  return thread?.type === 'continue' && typeof thread.previous_message_id === 'string'
    ? thread.previous_message_id
    : undefined;
}

/**
 * The setting stored with the response `messageId`. A client's item may have the same id; it contains its own id, and
 * ours does not.
 */
function storedSetting(messageId: string, items: ReadonlyMap<string, JsonObject> | undefined): JsonObject | undefined {
  const stored = items?.get(threadItemId(messageId));
  return stored === undefined || 'id' in stored ? undefined : stored;
}

/** A response of another dialect has no setting to carry over. */
function hasSetting(messageId: string): boolean {
  return messageId.startsWith('msg_');
}

/**
 * The setting that a continued thread brings along; its request may replace either part. Throws `previous-not-found`
 * when it is gone: without it the model would respond without its tools.
 */
export function inheritedSetting(request: MessageCreateParams, items: ReadonlyMap<string, JsonObject>): ThreadSetting {
  const previous = continuedMessage(request);
  if (previous === undefined || !hasSetting(previous)) return {};
  const stored = storedSetting(previous, items);
  if (stored === undefined) {
    throw new EngineError(
      'previous-not-found',
      'thread.previous_message_id: the service has no stored message with this id',
      {
        param: 'thread.previous_message_id',
      },
    );
  }
  // `threadItems` wrote the item from a request that passed the schema.
  const { system, tools }: ThreadSetting = stored;
  return {
    ...(request.system === undefined && system !== undefined && { system }),
    ...(request.tools === undefined && tools !== undefined && { tools }),
  };
}

/**
 * The item to store with a thread's response, so that the next turn can continue. Empty when the setting of this turn
 * is unavailable: the next turn then receives a not-found error, and sends its history.
 */
export function threadItems(
  request: MessageCreateParams,
  messageId: string,
  items: ReadonlyMap<string, JsonObject> | undefined,
): StoredItem[] {
  if (request.thread == null) return [];
  const previous = continuedMessage(request);
  const stored = previous === undefined || !hasSetting(previous) ? {} : storedSetting(previous, items);
  if (stored === undefined) return [];
  const { system, tools } = request;
  const value: JsonObject = {
    ...stored,
    ...(system !== undefined && { system: typeof system === 'string' ? system : system.map(jsonOf) }),
    ...(tools !== undefined && { tools: tools.map(jsonOf) }),
  };
  return [{ id: threadItemId(messageId), side: 'input', value }];
}
