import { isList, isObject, type JsonObject, type JsonValue, markedInstruction, type Warning } from '@org/engine';

/** Warning for instructions within the conversation that are sent as user text. */
const asUserWarning: Warning = {
  kind: 'clamped',
  param: 'input',
  message:
    'The upstream does not support system messages within the conversation; the service sends them as user messages.',
};

/**
 * The body without items of the roles `system` and `developer`: those before the conversation join `instructions`,
 * later ones become user messages in the marked form that every model sees.
 */
export function instructionsAsUser(body: JsonObject): {
  readonly body: JsonObject;
  readonly warnings: readonly Warning[];
} {
  const { input } = body;
  if (!isList(input) || !input.some(isInstruction)) return { body, warnings: [] };
  const first = input.findIndex((item) => !isInstruction(item) || textsOf(item).length === 0);
  const leading = first === -1 ? [] : input.slice(0, first);
  const instructions = [body['instructions'], ...leading.flatMap(textsOf)].filter(
    (text) => typeof text === 'string' && text !== '',
  );
  return {
    body: {
      ...body,
      ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
      input: input.slice(leading.length).map((item) => (isInstruction(item) ? asUser(item) : item)),
    },
    warnings: [asUserWarning],
  };
}

function isInstruction(item: JsonValue): item is JsonObject {
  return isObject(item) && (item['role'] === 'system' || item['role'] === 'developer');
}

/** The texts of an item that has nothing else. */
function textsOf(item: JsonValue): readonly string[] {
  const content = isObject(item) ? item['content'] : undefined;
  if (typeof content === 'string') return [content];
  const texts = (isList(content) ? content : []).map((part) => (isObject(part) ? part['text'] : undefined));
  return texts.every((text) => typeof text === 'string') ? texts : [];
}

function asUser({ content, ...item }: JsonObject): JsonObject {
  if (typeof content === 'string') return { ...item, role: 'user', content: markedInstruction(content) };
  return { ...item, role: 'user', content: isList(content) ? content.map(marked) : (content ?? '') };
}

function marked(part: JsonValue): JsonValue {
  return isObject(part) && typeof part['text'] === 'string' ? { ...part, text: markedInstruction(part['text']) } : part;
}
