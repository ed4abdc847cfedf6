import type { JsonObject, JsonValue } from '@org/engine';

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/** Returns the first API rule that a request violates, as strict engines check them; `undefined` without a violation. */
export function brokenRule(body: JsonObject): string | undefined {
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0) return 'messages must be a list that is not empty';
  const open = new Set<JsonValue | undefined>();
  for (const message of messages as readonly JsonObject[]) {
    const { role } = message;
    if (typeof role !== 'string' || !roles.has(role)) return `unknown role ${JSON.stringify(role)}`;
    if (role === 'tool') {
      if (!open.delete(message['tool_call_id'])) return 'a tool message must follow the call that it answers';
      if (typeof message['content'] !== 'string') return 'the content of a tool message must be a string';
      continue;
    }
    if (open.size > 0) return 'every tool call must be answered before the conversation goes on';
    for (const call of toolCalls(message)) {
      if (typeof call['id'] !== 'string' || call['id'] === '') return 'a tool call must have an id';
      if (!isJsonObject((call['function'] as JsonObject | undefined)?.['arguments']))
        return 'the arguments of a tool call must be a JSON object';
      open.add(call['id']);
    }
  }
  if (Array.isArray(body['stop']) && body['stop'].length > 4) return 'at most 4 stop sequences';
  return undefined;
}

function toolCalls(message: JsonObject): readonly JsonObject[] {
  return Array.isArray(message['tool_calls']) ? (message['tool_calls'] as readonly JsonObject[]) : [];
}

function isJsonObject(text: JsonValue | undefined): boolean {
  if (typeof text !== 'string') return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
