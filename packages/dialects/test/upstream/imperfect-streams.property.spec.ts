// Events of imperfect upstreams: repeated, reordered, split or with less content than others of the same item. As long
// as one event of each item names its content, the response equals the one of the clean stream or fails; it never has
// less. White space that is missing, repeated deltas without sequence numbers, and the order of an item that a shown stream leaves out entirely,
// are outside of what any reader can detect.
import { EngineError, type JsonObject, type Part, ResultCollector } from '@org/engine';
import { buildRequest, EventGrammar, functionTool } from '@org/engine/testing';
import * as fc from 'fast-check';
import { responsesApi } from '#src/responses.js';
import { target } from '../upstream-target.js';
import { asStream, type CleanItem, cleanItems, eventsOf, lessForms, type Witness } from './imperfect-events.js';

const request = buildRequest('hi', { tools: [functionTool('look')] });
const runs = { numRuns: 1500 };

function read(events: readonly JsonObject[], isShown: boolean): readonly Part[] {
  const collector = new ResultCollector();
  const grammar = new EventGrammar();
  const options = { isShown, isUsedId: () => false };
  const emit = (event: Parameters<typeof grammar.push>[0]): void => {
    grammar.push(event);
    collector.push(event);
  };
  const reader = responsesApi.createReader(request, target, [], emit, options);
  for (const event of events) if (!reader.done) reader.push(event);
  grammar.end();
  return collector.result().parts;
}

/** What a part consists of. */
function contentOf(part: Part): string {
  switch (part.type) {
    case 'tool-call':
      return JSON.stringify(['call', part.callId, part.name, JSON.parse(part.argumentsText)]);
    case 'text':
      return JSON.stringify([part.refusal === true ? 'refusal' : 'text', part.text]);
    case 'reasoning':
      return JSON.stringify(['reasoning', part.text, part.signature?.data]);
    default:
      return part.type;
  }
}

/** Content of the parts; undefined for a failure. */
function contentIn(events: readonly JsonObject[], isShown: boolean): readonly string[] | undefined {
  try {
    return read(events, isShown).map(contentOf);
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.code === 'upstream-failed') return undefined;
    throw thrown;
  }
}

const cleanOf = (items: readonly CleanItem[]): readonly string[] =>
  read(
    asStream(
      items.flatMap((item, index) => {
        const { added, parts, textDone, done } = eventsOf(item, index);
        return [added, ...parts, ...textDone, done];
      }),
      items.map(({ item }) => item),
    ),
    true,
  ).map(contentOf);

/** Which events of an item arrive, and in which form its end and the complete response report it. */
interface Omissions {
  readonly added: boolean;
  readonly deltas: boolean;
  readonly textDone: boolean;
  readonly done: number;
  readonly terminal: number;
}
const present = 99;
const form = fc.constantFrom(present, ...lessForms.keys());
const omissions: fc.Arbitrary<Omissions> = fc.record({
  added: fc.boolean(),
  deltas: fc.boolean(),
  textDone: fc.boolean(),
  done: form,
  terminal: form,
});

/** The stream with these omissions. What the item's witness reports is always complete. */
function withOmissions(items: readonly CleanItem[], omitted: readonly Omissions[]): JsonObject[] {
  const reduce = (item: JsonObject, index: number): JsonObject => lessForms[index]?.(item) ?? item;
  const at = (index: number): Omissions =>
    omitted[index] ?? { added: true, deltas: true, textDone: true, done: present, terminal: present };
  const events = items.flatMap((clean, index) => {
    const { added, parts, textDone, done } = eventsOf(clean, index);
    const { witness, item } = clean;
    const names = witness === 'done' || witness === 'terminal';
    return [
      ...(at(index).added || !names ? [added] : []),
      ...(at(index).deltas || witness === 'deltas' ? parts : []),
      ...(at(index).textDone || witness === 'text-done' ? textDone : []),
      { ...done, item: witness === 'done' ? item : reduce(item, at(index).done) },
    ];
  });
  const output = items.map(({ item, witness }, index) =>
    witness === 'terminal' ? item : reduce(item, at(index).terminal),
  );
  return asStream(events, output);
}

const imperfect = fc.tuple(cleanItems, fc.array(omissions, { minLength: 3, maxLength: 3 }), fc.boolean());

describe('a stream of a responses upstream has the content of the clean stream', () => {
  it('where events are missing, or say less than another event of their item', () => {
    fc.assert(
      fc.property(imperfect, ([items, omitted, isShown]) => {
        expect(contentIn(withOmissions(items, omitted), isShown)).toEqual(cleanOf(items));
      }),
      runs,
    );
  });

  it('where events are repeated under their sequence_number', () => {
    fc.assert(
      fc.property(
        imperfect,
        fc.array(fc.tuple(fc.nat(), fc.nat(8)), { maxLength: 5 }),
        ([items, omitted, isShown], repeats) => {
          const events = withOmissions(items, omitted);
          for (const [at, later] of repeats) {
            const from = at % (events.length - 1);
            const event = events[from];
            if (event !== undefined) events.splice(Math.min(from + 1 + later, events.length - 1), 0, event);
          }
          expect(contentIn(events, isShown)).toEqual(cleanOf(items));
        },
      ),
      runs,
    );
  });

  it('where events are repeated after keep-alives that repeat the number of the event before them', () => {
    fc.assert(
      fc.property(imperfect, fc.array(fc.nat(), { maxLength: 3 }), ([items, omitted, isShown], places) => {
        const events = withOmissions(items, omitted).flatMap((event) => [
          event,
          { type: 'keepalive', sequence_number: event['sequence_number'] ?? 0 },
        ]);
        for (const at of places) {
          const from = (at % (events.length / 2 - 1)) * 2;
          events.splice(from + 2, 0, ...events.slice(from, from + 2));
        }
        expect(contentIn(events.slice(0, -1), isShown)).toEqual(cleanOf(items));
      }),
      runs,
    );
  });

  it('where all items share an id, or have none', () => {
    fc.assert(
      fc.property(imperfect, fc.constantFrom('x', '', undefined), ([items, omitted, isShown], id) => {
        // A message that repeats the id and the text of another is that message.
        fc.pre(new Set(cleanOf(items)).size === items.length);
        const same = items.map((clean) => ({ ...clean, item: withId(clean.item, id) }));
        expect(contentIn(withOmissions(same, omitted), isShown)).toEqual(cleanOf(items));
      }),
      runs,
    );
  });

  it('where only the complete response names some items, apart from their order in what was shown', () => {
    fc.assert(
      fc.property(cleanItems, fc.nat(7), fc.boolean(), (items, streamed, isShown) => {
        const events = items.flatMap((item, index) => {
          const { added, parts, done } = eventsOf(item, index);
          return (streamed & (1 << index)) === 0 ? [] : [added, ...parts, done];
        });
        const content = contentIn(
          asStream(
            events,
            items.map(({ item }) => item),
          ),
          isShown,
        );
        expect(isShown ? content?.toSorted() : content).toEqual(isShown ? cleanOf(items).toSorted() : cleanOf(items));
      }),
      runs,
    );
  });

  it('where the complete response names no item', () => {
    fc.assert(
      fc.property(cleanItems, fc.boolean(), fc.constantFrom([], undefined), (items, isShown, output) => {
        const events = items.flatMap((item, index) => {
          const { added, parts, textDone, done } = eventsOf(item, index);
          return [added, ...parts, ...textDone, done];
        });
        expect(contentIn(asStream(events, output), isShown)).toEqual(cleanOf(items));
      }),
      runs,
    );
  });
});

describe('a stream of a responses upstream has the content of the clean stream, or fails,', () => {
  it('where events arrive in another order', () => {
    let complete = 0;
    fc.assert(
      fc.property(imperfect, fc.array(fc.nat(), { maxLength: 4 }), ([items, omitted, isShown], swaps) => {
        const events = withOmissions(items, omitted);
        for (const at of swaps) {
          const index = 2 + (at % Math.max(1, events.length - 4));
          const [one, other] = [events[index], events[index + 1]];
          if (one !== undefined && other !== undefined && index + 1 < events.length - 1)
            events.splice(index, 2, other, one);
        }
        const content = contentIn(events, isShown);
        if (content === undefined) return;
        complete += 1;
        expect(content.map(compact)).toEqual(cleanOf(items).map(compact));
      }),
      runs,
    );
    expect(complete).toBeGreaterThan(runs.numRuns / 4);
  });

  it('where deltas or ends are missing and one event names the content', () => {
    let complete = 0;
    fc.assert(
      fc.property(imperfect, fc.array(fc.nat(), { maxLength: 4 }), ([items, omitted, isShown], dropped) => {
        const reported = items.map((item) => ({ ...item, witness: toEnd(item.witness) }));
        const events = withOmissions(reported, omitted);
        for (const at of dropped) {
          const index = at % (events.length - 1);
          const isNeeded =
            events[index]?.['type'] === 'response.output_item.done' &&
            reported[outputIndex(events[index])]?.witness === 'done';
          if (!isNeeded && events.length > 1) events.splice(index, 1);
        }
        const content = contentIn(events, isShown);
        if (content === undefined) return;
        complete += 1;
        const [received, clean] = [content.map(compact), cleanOf(items).map(compact)];
        expect(isShown ? received.toSorted() : received).toEqual(isShown ? clean.toSorted() : clean);
      }),
      runs,
    );
    expect(complete).toBeGreaterThan(runs.numRuns / 2);
  });
});

it('a stream of a responses upstream may have keep-alives and unknown events anywhere', () => {
  fc.assert(
    fc.property(imperfect, fc.array(fc.nat(), { maxLength: 3 }), ([items, omitted, isShown], places) => {
      const events = withOmissions(items, omitted);
      for (const at of places)
        events.splice(at % events.length, 0, { type: at % 2 === 0 ? 'keepalive' : 'response.future_event' });
      expect(contentIn(events, isShown)).toEqual(cleanOf(items));
    }),
    runs,
  );
});

/** Upstreams trim final texts: a difference in white space shows no missing delta. */
function compact(content: string): string {
  return content.replaceAll(/\\n|\s/g, '');
}

function toEnd(witness: Witness): Witness {
  return witness === 'done' ? 'done' : 'terminal';
}

function outputIndex(event: JsonObject | undefined): number {
  return Number(event?.['output_index'] ?? -1);
}

function withId(item: JsonObject, id: string | undefined): JsonObject {
  const { id: _, ...rest } = item;
  return id === undefined ? rest : { ...rest, id };
}
