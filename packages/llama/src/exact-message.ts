// Numbers of a client's schema that JavaScript cannot hold are `JSON.rawJSON` values, which no structured clone can
// copy. A message that holds one crosses to another process or thread as text.
import { isExactNumber, parseExactly } from '@org/engine';

/** A message as it can be copied. */
export type Packed<Message> = Message | { readonly packed: string };

/** The message itself, or its text where it holds an exact number. */
export function packMessage<Message extends object>(message: Message): Packed<Message> {
  return containsExactNumber(message) ? { packed: JSON.stringify(message) } : message;
}

/** Reads what {@link packMessage} returned. */
export function unpackMessage<Message extends object>(message: Packed<Message>): Message {
  // The same code wrote the text, so its shape is known.
  return 'packed' in message ? (parseExactly(message.packed) as Message) : message;
}

function containsExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (isExactNumber(value)) return true;
  if (Array.isArray(value)) return value.some(containsExactNumber);
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) if (containsExactNumber(members[name])) return true;
  return false;
}
