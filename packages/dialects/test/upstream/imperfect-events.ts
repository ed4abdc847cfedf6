// Clean streams of a responses upstream, and what imperfect upstreams and gateways make of them.
import { type JsonObject, type JsonValue, isObject, objectOf, textOf } from '@org/engine';
import * as fc from 'fast-check';

/** Which event names the content of an item for certain; the others may lack it. */
export type Witness = 'deltas' | 'text-done' | 'done' | 'terminal';

export interface CleanItem {
  readonly item: JsonObject;
  readonly deltas: readonly string[];
  readonly witness: Witness;
}

const words = fc.array(fc.constantFrom('Hel', 'lo', ' ', 'w', 'or', 'ld', 'a', 'a', 'é', '\n', '🙂', '{"'), {
  minLength: 1,
  maxLength: 6,
});
const witnesses = fc.constantFrom<Witness>('deltas', 'text-done', 'done', 'terminal');
const callArguments = fc.record({ q: fc.integer({ min: 0, max: 20 }), s: fc.constantFrom('a', 'aa', 'ab') });

const message = (index: number): fc.Arbitrary<CleanItem> =>
  fc.record({ deltas: words, witness: witnesses, refuses: fc.boolean() }).map(({ deltas, witness, refuses }) => {
    const text = deltas.join('');
    const content = refuses ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] };
    return {
      deltas,
      witness,
      item: { id: `msg_${index}`, type: 'message', role: 'assistant', status: 'completed', content: [content] },
    };
  });

const reasoning = (index: number): fc.Arbitrary<CleanItem> =>
  fc.record({ deltas: words, witness: witnesses, raw: fc.boolean() }).map(({ deltas, witness, raw }) => {
    const text = deltas.join('');
    const texts = raw
      ? { summary: [], content: [{ type: 'reasoning_text', text }] }
      : { summary: [{ type: 'summary_text', text }] };
    return { deltas, witness, item: { id: `rs_${index}`, type: 'reasoning', ...texts } };
  });

const encrypted = (index: number): fc.Arbitrary<CleanItem> =>
  fc.constantFrom<Witness>('done', 'terminal').map((witness) => ({
    deltas: [],
    witness,
    item: { id: `rs_${index}`, type: 'reasoning', summary: [], encrypted_content: `gAAA${index}` },
  }));

const call = (index: number): fc.Arbitrary<CleanItem> =>
  fc
    .record({ args: callArguments, witness: witnesses, isEmpty: fc.boolean(), at: fc.nat(20) })
    .map(({ args, witness, isEmpty, at }) => {
      const text = isEmpty ? '{}' : JSON.stringify(args);
      return {
        deltas: [text.slice(0, at), text.slice(at)].filter((delta) => delta !== ''),
        witness,
        item: {
          id: `fc_${index}`,
          type: 'function_call',
          call_id: `call_${index}`,
          name: 'look',
          arguments: text,
          status: 'completed',
        },
      };
    });

/** One to three items. */
export const cleanItems: fc.Arbitrary<readonly CleanItem[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, index) =>
        fc.oneof(message(index), reasoning(index), encrypted(index), call(index)),
      ),
    ),
  );

/** The events of one item, each with the part of the item that it reports. */
export interface ItemEvents {
  readonly added: JsonObject;
  readonly parts: readonly JsonObject[];
  readonly textDone: readonly JsonObject[];
  readonly done: JsonObject;
}

export function eventsOf({ item, deltas }: CleanItem, output_index: number): ItemEvents {
  const place = { output_index, item_id: textOf(item['id']) };
  const text = deltas.join('');
  const added = {
    type: 'response.output_item.added',
    output_index,
    item: { ...bare(item), status: 'in_progress' },
  };
  const done = { type: 'response.output_item.done', output_index, item };
  const grow = (type: string, more: JsonObject = {}): JsonObject[] =>
    deltas.map((delta) => ({ type: `response.${type}.delta`, ...place, ...more, delta }));
  if (item['type'] === 'function_call') {
    const end = { type: 'response.function_call_arguments.done', ...place, arguments: text, name: 'look' };
    return { added, parts: grow('function_call_arguments'), textDone: [end], done };
  }
  if (deltas.length === 0) return { added, parts: [], textDone: [], done };
  const [content] = Array.isArray(item['content']) ? item['content'] : [];
  if (!isObject(content)) {
    const at = { ...place, summary_index: 0 };
    const end = { type: 'response.reasoning_summary_text.done', ...at, text };
    return { added, parts: grow('reasoning_summary_text', { summary_index: 0 }), textDone: [end], done };
  }
  const at = { ...place, content_index: 0 };
  const kind = textOf(content['type']);
  const member = kind === 'refusal' ? 'refusal' : 'text';
  return {
    added,
    parts: [
      { type: 'response.content_part.added', ...at, part: { ...content, [member]: '' } },
      ...grow(kind, { content_index: 0 }),
    ],
    textDone: [
      { type: `response.${kind}.done`, ...at, [member]: text },
      { type: 'response.content_part.done', ...at, part: content },
    ],
    done,
  };
}

/** The item without what it consists of. */
export function bare(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'message':
      return { ...item, content: [] };
    case 'function_call':
      return { ...item, arguments: '' };
    default: {
      const { encrypted_content: _, content: __, ...rest } = item;
      return { ...rest, summary: [] };
    }
  }
}

/** Forms in which servers leave out what an item consists of. */
export const lessForms: readonly ((item: JsonObject) => JsonObject)[] = [
  bare,
  (item) => without(bare(item), ['content', 'arguments', 'summary']),
  (item) => ({ ...bare(item), ...(item['type'] === 'function_call' ? { name: '', arguments: null } : {}) }),
  (item) =>
    item['type'] === 'message' ? { ...item, content: [{ type: contentType(item) }] } : without(bare(item), ['name']),
  (item) => (item['type'] === 'function_call' ? { ...item, arguments: 'null' } : { ...bare(item), status: null }),
];

function contentType({ content }: JsonObject): JsonValue {
  return objectOf(Array.isArray(content) ? content[0] : undefined)['type'] ?? 'output_text';
}

function without(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** Gives the events their numbers and surrounds them with those of the response. */
export function asStream(events: readonly JsonObject[], output: readonly JsonObject[] | undefined): JsonObject[] {
  const response = { id: 'resp_up', model: 'up', status: 'in_progress', output: [] };
  const all: JsonObject[] = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    ...events,
    {
      type: 'response.completed',
      response: {
        ...response,
        status: 'completed',
        ...(output === undefined ? {} : { output: [...output] }),
        usage: { input_tokens: 1, output_tokens: 3 },
      },
    },
  ];
  return all.map((event, sequence_number) => ({ ...event, sequence_number }));
}
