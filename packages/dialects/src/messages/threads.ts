// Threads: the official tool runner's way of sending only what is new. The store keeps the messages of a turn; system
// text and tools, which a continued thread goes on with, are kept beside them as one item.
import { EngineError, type JsonObject, type StoredItem } from '@org/engine';
import type { MessageCreateParams, ToolUnion } from '@org/protocol/messages';
import { jsonOf } from '../shared/json-of.js';

/** What a thread goes on with. */
export interface ThreadSetting {
  readonly system?: MessageCreateParams['system'];
  readonly tools?: readonly ToolUnion[];
}

/** Id of the item that keeps the setting of the turn which answered with `messageId`. */
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

/** What was kept with the answer `messageId`. An item of the client's may have the same name; it says so itself, and ours does not. */
function storedSetting(messageId: string, items: ReadonlyMap<string, JsonObject> | undefined): JsonObject | undefined {
  const stored = items?.get(threadItemId(messageId));
  return stored === undefined || 'id' in stored ? undefined : stored;
}

/** An answer of another dialect has no setting that would be carried over. */
function hasSetting(messageId: string): boolean {
  return messageId.startsWith('msg_');
}

/**
 * The setting that a continued thread brings along; its request may set either part anew. Throws `previous-not-found`
 * when it is gone: without it the model would answer without its tools.
 */
export function carriedSetting(request: MessageCreateParams, items: ReadonlyMap<string, JsonObject>): ThreadSetting {
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
  // The item is ours, written by `threadItems` from a request that passed the schema.
  const { system, tools }: ThreadSetting = stored;
  return {
    ...(request.system === undefined && system !== undefined && { system }),
    ...(request.tools === undefined && tools !== undefined && { tools }),
  };
}

/**
 * The item to store with an answer of a thread, so that the next turn can go on. Nothing when the setting that this turn
 * went on with is not at hand: the next one is then told that there is no such message, and sends its history.
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
