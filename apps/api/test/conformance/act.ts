// A model that follows instructions in the conversation, which makes a complete agent loop predictable.
import type { JsonObject, JsonValue } from '@org/engine';
import type { ObservedRequest, ObservedMessage, ObservedTool } from './observed-request.js';

export interface Act {
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly { readonly tool: ObservedTool; readonly input: JsonObject }[];
}

/**
 * Reads the messages since the last turn of the model:
 *
 *  - `think` emits reasoning first; `say` emits a sentence first
 *  - `call=NAME` or `call=NAME:{"a":1}` calls the tool whose name ends in NAME; several words make several calls
 *  - without a call, the model repeats a tool's result and replies `Hello.` to everything else
 *
 *  It calls a forced tool and fills a requested schema with the smallest valid value.
 */
export function act({ messages, tools, force, schema }: ObservedRequest): Act {
  const news = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const words = news.flatMap(({ text }) => text.split(/\s+/));
  const reasoning = words.includes('think') ? 'I should think about that.' : '';
  const calls = force === undefined ? words.flatMap((word) => calledBy(word, tools)) : forced(tools, force.name);
  if (calls.length > 0) return { reasoning, text: words.includes('say') ? 'One moment.' : '', calls };
  return { reasoning, text: schema === undefined ? replyTo(news) : JSON.stringify(smallest(schema)), calls: [] };
}

function replyTo(news: readonly ObservedMessage[]): string {
  const results = news.filter(({ role }) => role === 'tool');
  return results.length === 0 ? 'Hello.' : `The tool said: ${results.map(({ text }) => text).join(' / ')}`;
}

function calledBy(word: string, tools: readonly ObservedTool[]): Act['calls'] {
  const match = /^call=([^:]+)(?::(.+))?$/.exec(word);
  if (match === null) return [];
  const tool = tools.find(({ name }) => name.endsWith(match[1] ?? ''));
  if (tool === undefined)
    throw new Error(`the tool ${String(match[1])} was not offered, only ${tools.map(({ name }) => name).join(', ')}`);
  return [{ tool, input: match[2] === undefined ? smallestInput(tool) : (JSON.parse(match[2]) as JsonObject) }];
}

function forced(tools: readonly ObservedTool[], wanted: string | undefined): Act['calls'] {
  const tool = wanted === undefined ? tools[0] : tools.find(({ name }) => name === wanted);
  if (tool === undefined) throw new Error('a tool is demanded that was not offered');
  return [{ tool, input: smallestInput(tool) }];
}

function smallestInput({ schema }: ObservedTool): JsonObject {
  return smallest({ ...schema, type: 'object' }) as JsonObject;
}

/** Returns the smallest value that is valid for a JSON Schema, as far as these tests need it. */
function smallest(schema: JsonObject): JsonValue {
  const choices = schema['enum'];
  if (Array.isArray(choices)) return (choices as readonly JsonValue[])[0] ?? null;
  switch (schema['type']) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
      const required = (schema['required'] ?? []) as readonly string[];
      return Object.fromEntries(required.map((name) => [name, smallest(properties[name] ?? {})]));
    }
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'x';
  }
}
