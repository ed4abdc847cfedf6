// Introduces each deviation that is known to break a client, one at a time, and names the rule that detects it.
import { readdirSync, readFileSync } from 'node:fs';
import { hasResponse, loadFixtures } from '#src/fixtures.js';
import { checkResponseStream, GrammarError, ResponseGrammar, type ResponseStreamEvent } from '#src/responses.js';

type Json = { [key: string]: unknown };
type Edit = (events: Json[]) => Json[];

const cases = new Map(loadFixtures('responses').map((one) => [one.name, one]));

/** A fresh copy of a case's events. */
function eventsOf(name: string): Json[] {
  const found = cases.get(name);
  if (found === undefined || !hasResponse(found)) throw new Error(`no answered case ${name}`);
  return structuredClone([...found.events]);
}

/** What a server might send: events of any shape. */
function asEvents(events: readonly Json[]): readonly ResponseStreamEvent[] {
  return events as unknown as readonly ResponseStreamEvent[];
}

/** The rule that a stream breaks and where; undefined when it breaks none. */
function broken(events: readonly Json[]): { rule: string; index: number } | undefined {
  try {
    checkResponseStream(asEvents(events));
    return undefined;
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return { rule: error.rule, index: error.index };
  }
}

const renumber: Edit = (events) => events.map((event, index) => ({ ...event, sequence_number: index }));
const short = (type: string): string => (type === 'error' ? type : `response.${type}`);
const at = (events: readonly Json[], type: string, nth = 0): number => {
  const indices = events.flatMap((event, index) => (event['type'] === short(type) ? [index] : []));
  const eventIndex = indices.at(nth);
  if (eventIndex === undefined) throw new Error(`no event ${type}`);
  return eventIndex;
};

const without =
  (type: string, nth = 0): Edit =>
  (events) =>
    renumber(events.toSpliced(at(events, type, nth), 1));
const withoutAll =
  (type: string): Edit =>
  (events) =>
    renumber(events.filter((event) => event['type'] !== short(type)));
const twice =
  (type: string): Edit =>
  (events) =>
    renumber(events.toSpliced(at(events, type), 0, events[at(events, type)] ?? {}));
const change =
  (type: string, edit: (event: Json) => unknown, nth = 0): Edit =>
  (events) => {
    edit(events[at(events, type, nth)] ?? {});
    return events;
  };
/** Moves an event of one type directly after the first event of another. */
const moveAfter =
  (type: string, after: string, nth = 0): Edit =>
  (events) => {
    const from = at(events, type, nth);
    const [moved] = events.splice(from, 1);
    return renumber(events.toSpliced(at(events, after) + 1, 0, moved ?? {}));
  };
const insertAfter =
  (after: string, event: Json, nth = 0): Edit =>
  (events) =>
    renumber(events.toSpliced(at(events, after, nth) + 1, 0, event));
const inside = (event: Json, key: string): Json => event[key] as Json;
const first = (value: unknown): Json => (value as Json[])[0] ?? {};

/** What was done, to which case, how, and the rule that must name it. */
const deviations: readonly (readonly [deviation: string, name: string, edit: Edit, rule: string])[] = [
  // lifecycle
  ['no response.created', 'plain-text', without('created'), 'created-first'],
  ['a second response.created', 'plain-text', twice('created'), 'created-once'],
  ['response.queued after work began', 'background-queued', moveAfter('queued', 'in_progress'), 'queued-after-created'],
  ['a second response.in_progress', 'plain-text', twice('in_progress'), 'in-progress-once'],
  ['output without response.in_progress', 'plain-text', without('in_progress'), 'in-progress-before-output'],
  ['no terminal event', 'plain-text', without('completed'), 'terminal-present'],
  [
    'an event after the terminal one',
    'plain-text',
    insertAfter('completed', { type: 'response.audio.done' }),
    'nothing-after-terminal',
  ],
  ['a second terminal event', 'plain-text', twice('completed'), 'nothing-after-terminal'],
  [
    'the response id changes',
    'plain-text',
    change('completed', (event) => (inside(event, 'response')['id'] = 'resp_other')),
    'response-id-constant',
  ],
  [
    'a response stripped to id, status and output',
    'plain-text',
    change(
      'in_progress',
      (event) => (event['response'] = { id: inside(event, 'response')['id'], status: 'in_progress', output: [] }),
    ),
    'lifecycle-response-full',
  ],
  [
    'output in response.created',
    'plain-text',
    change('created', (event) => (inside(event, 'response')['output'] = [{}])),
    'output-starts-empty',
  ],
  [
    'response.completed with status in_progress',
    'plain-text',
    change('completed', (event) => (inside(event, 'response')['status'] = 'in_progress')),
    'status-fits-event',
  ],
  [
    'response.completed for an incomplete response',
    'incomplete-max-output-tokens',
    change('incomplete', (event) => (event['type'] = 'response.completed')),
    'status-fits-event',
  ],
  [
    'response.completed without usage',
    'plain-text',
    change('completed', (event) => (inside(event, 'response')['usage'] = null)),
    'completed-has-usage',
  ],
  [
    'response.completed without completed_at',
    'plain-text',
    change('completed', (event) => (inside(event, 'response')['completed_at'] = null)),
    'completed-has-time',
  ],
  [
    'response.completed with an error',
    'plain-text',
    change('completed', (event) => (inside(event, 'response')['error'] = {})),
    'completed-is-clean',
  ],
  [
    'response.failed without error',
    'failed-after-text',
    change('failed', (event) => (inside(event, 'response')['error'] = null)),
    'failed-has-error',
  ],
  [
    'response.incomplete without a reason',
    'incomplete-max-output-tokens',
    change('incomplete', (event) => (inside(event, 'response')['incomplete_details'] = null)),
    'incomplete-has-reason',
  ],
  // sequence numbers and types
  [
    'constant sequence numbers',
    'plain-text',
    (events) => events.map((event) => ({ ...event, sequence_number: 0 })),
    'sequence-number-is-position',
  ],
  [
    'no sequence number',
    'plain-text',
    change('output_text.delta', (event) => delete event['sequence_number']),
    'sequence-number-is-position',
  ],
  [
    'a gap in the sequence numbers',
    'plain-text',
    change('completed', (event) => (event['sequence_number'] = 99)),
    'sequence-number-is-position',
  ],
  ['an invented event type', 'plain-text', insertAfter('in_progress', { type: 'acme:progress' }), 'known-event'],
  [
    'an invented event type that looks native',
    'plain-text',
    insertAfter('in_progress', { type: 'response.thinking' }),
    'known-event',
  ],
  // items
  ['no output_item.added', 'plain-text', without('output_item.added'), 'item-added-first'],
  [
    'a delta without output_index',
    'plain-text',
    change('output_text.delta', (event) => delete event['output_index']),
    'item-added-first',
  ],
  ['no output_item.done', 'plain-text', without('output_item.done'), 'items-done-before-terminal'],
  [
    'a terminal event without output',
    'plain-text',
    change('completed', (event) => (inside(event, 'response')['output'] = [])),
    'output-equals-items',
  ],
  [
    'an output_index twice',
    'function-calls-parallel',
    change('output_item.added', (event) => (event['output_index'] = 0), 1),
    'output-index-consecutive',
  ],
  [
    'an output_index that jumps',
    'plain-text',
    change('output_item.added', (event) => (event['output_index'] = 1)),
    'output-index-consecutive',
  ],
  [
    'an item without id',
    'plain-text',
    change('output_item.added', (event) => delete inside(event, 'item')['id']),
    'item-has-id',
  ],
  [
    'an empty call_id',
    'function-call-auto',
    change('output_item.added', (event) => (inside(event, 'item')['call_id'] = '')),
    'call-has-id',
  ],
  [
    'two items with one id',
    'phase-commentary-and-answer',
    change('output_item.added', (event) => (inside(event, 'item')['id'] = 'msg_phase_commentary_and_answer_0'), 1),
    'item-identity-unique',
  ],
  [
    'two calls with one call_id',
    'function-calls-parallel',
    change('output_item.added', (event) => (inside(event, 'item')['call_id'] = 'call_par_0'), 1),
    'item-identity-unique',
  ],
  [
    'another item id when done',
    'plain-text',
    change('output_item.done', (event) => (inside(event, 'item')['id'] = 'msg_other')),
    'item-id-constant',
  ],
  [
    'another item_id in a delta',
    'plain-text',
    change('output_text.delta', (event) => (event['item_id'] = 'msg_other')),
    'item-id-constant',
  ],
  [
    'no item_id in a delta',
    'plain-text',
    change('output_text.delta', (event) => delete event['item_id']),
    'item-id-constant',
  ],
  [
    'another item type when done',
    'plain-text',
    change('output_item.done', (event) => (inside(event, 'item')['type'] = 'reasoning')),
    'item-type-constant',
  ],
  [
    'another call_id when done',
    'function-call-auto',
    change('output_item.done', (event) => (inside(event, 'item')['call_id'] = 'call_other')),
    'call-id-constant',
  ],
  [
    'an event for an item of another type',
    'function-call-auto',
    change('function_call_arguments.delta', (event) => (event['type'] = 'response.custom_tool_call_input.delta')),
    'event-fits-item',
  ],
  [
    'a delta for an item that is done',
    'plain-text',
    (events) =>
      renumber(events.toSpliced(at(events, 'output_item.done') + 1, 0, events[at(events, 'output_text.delta')] ?? {})),
    'no-event-after-item-done',
  ],
  [
    'an annotation after its item is done',
    'annotation-file-path',
    moveAfter('output_text.annotation.added', 'output_item.done'),
    'annotations-announced',
  ],
  ['a second output_item.done', 'plain-text', twice('output_item.done'), 'no-event-after-item-done'],
  [
    'an item that is done and still in progress',
    'plain-text',
    change('output_item.done', (event) => (inside(event, 'item')['status'] = 'in_progress')),
    'item-done-is-final',
  ],
  [
    'an item that starts completed',
    'plain-text',
    change('output_item.added', (event) => (inside(event, 'item')['status'] = 'completed')),
    'item-starts-in-progress',
  ],
  [
    'a message that starts with content',
    'plain-text',
    change('output_item.added', (event) => (inside(event, 'item')['content'] = [{}])),
    'item-starts-empty',
  ],
  [
    'arguments that begin with text',
    'function-call-auto',
    change('output_item.added', (event) => (inside(event, 'item')['arguments'] = '{}')),
    'item-starts-empty',
  ],
  // content parts
  ['no content_part.added', 'plain-text', without('content_part.added'), 'part-open'],
  ['no content_part.done', 'plain-text', without('content_part.done'), 'parts-done-before-item'],
  [
    'a second part before the first is done',
    'text-then-refusal',
    moveAfter('content_part.added', 'output_text.done', 1),
    'one-open-part',
  ],
  [
    'a content_index that jumps',
    'plain-text',
    change('content_part.added', (event) => (event['content_index'] = 1)),
    'content-index-consecutive',
  ],
  [
    'a delta for a content_index that is not open',
    'plain-text',
    change('output_text.delta', (event) => (event['content_index'] = 1)),
    'part-open',
  ],
  [
    'a part that starts with text',
    'plain-text',
    change('content_part.added', (event) => (inside(event, 'part')['text'] = 'The')),
    'part-starts-empty',
  ],
  [
    'a part of unknown type',
    'plain-text',
    change('content_part.added', (event) => (inside(event, 'part')['type'] = 'output_hologram')),
    'known-part',
  ],
  [
    'a text delta on a refusal part',
    'refusal',
    change('refusal.delta', (event) => Object.assign(event, { type: 'response.output_text.delta', logprobs: [] })),
    'part-type',
  ],
  ['no output_text.done', 'plain-text', without('output_text.done'), 'done-event-present'],
  ['output_text.done twice', 'plain-text', twice('output_text.done'), 'done-once'],
  [
    'a text delta after its done event',
    'plain-text',
    moveAfter('output_text.delta', 'output_text.done', -1),
    'done-equals-deltas',
  ],
  [
    'one more text delta after the done event',
    'plain-text',
    (events) =>
      renumber(events.toSpliced(at(events, 'output_text.done') + 1, 0, events[at(events, 'output_text.delta')] ?? {})),
    'no-delta-after-done',
  ],
  ['a lost text delta', 'plain-text', without('output_text.delta', 1), 'done-equals-deltas'],
  [
    'another text in output_text.done',
    'plain-text',
    change('output_text.done', (event) => (event['text'] = 'Porto.')),
    'done-equals-deltas',
  ],
  [
    'another text in content_part.done',
    'plain-text',
    change('content_part.done', (event) => (inside(event, 'part')['text'] = 'Porto.')),
    'done-equals-deltas',
  ],
  [
    'another text in output_item.done',
    'plain-text',
    change('output_item.done', (event) => (first(inside(event, 'item')['content'])['text'] = 'Porto.')),
    'item-equals-parts',
  ],
  [
    'another text in the terminal event',
    'plain-text',
    change('completed', (event) => (first(first(inside(event, 'response')['output'])['content'])['text'] = 'Porto.')),
    'output-equals-items',
  ],
  [
    'no logprobs in a delta',
    'plain-text',
    change('output_text.delta', (event) => delete event['logprobs']),
    'logprobs-present',
  ],
  [
    'no logprobs in output_text.done',
    'plain-text',
    change('output_text.done', (event) => delete event['logprobs']),
    'logprobs-present',
  ],
  [
    'an annotation that was not added',
    'annotation-file-path',
    without('output_text.annotation.added'),
    'annotations-announced',
  ],
  [
    'an annotation_index that jumps',
    'annotation-url-citation',
    without('output_text.annotation.added'),
    'annotation-index-consecutive',
  ],
  // calls
  [
    'no function_call_arguments.delta',
    'function-call-auto',
    withoutAll('function_call_arguments.delta'),
    'done-equals-deltas',
  ],
  [
    'no function_call_arguments.done',
    'function-call-auto',
    without('function_call_arguments.done'),
    'done-event-present',
  ],
  [
    'other arguments in function_call_arguments.done',
    'function-call-auto',
    change('function_call_arguments.done', (event) => (event['arguments'] = '{}')),
    'done-equals-deltas',
  ],
  [
    'other arguments in output_item.done',
    'function-call-auto',
    change('output_item.done', (event) => (inside(event, 'item')['arguments'] = '{}')),
    'done-equals-deltas',
  ],
  ['no custom_tool_call_input.done', 'custom-tool-text', without('custom_tool_call_input.done'), 'done-event-present'],
  // reasoning
  ['no reasoning_summary_part.added', 'reasoning-summary', without('reasoning_summary_part.added'), 'part-open'],
  [
    'no reasoning_summary_part.done',
    'reasoning-summary',
    without('reasoning_summary_part.done'),
    'parts-done-before-item',
  ],
  [
    'a second summary part before the first is done',
    'reasoning-summary-parts',
    without('reasoning_summary_part.done'),
    'one-open-part',
  ],
  [
    'a summary_index that jumps',
    'reasoning-summary',
    change('reasoning_summary_part.added', (event) => (event['summary_index'] = 1)),
    'summary-index-consecutive',
  ],
  [
    'a summary part that starts with text',
    'reasoning-summary',
    change('reasoning_summary_part.added', (event) => (inside(event, 'part')['text'] = 'C')),
    'part-starts-empty',
  ],
  [
    'no reasoning events at all',
    'reasoning-summary',
    (events) => renumber(events.filter(({ type }) => !String(type).includes('reasoning_summary'))),
    'item-equals-parts',
  ],
  [
    'another raw text when done',
    'reasoning-raw',
    change('reasoning_text.done', (event) => (event['text'] = 'x')),
    'done-equals-deltas',
  ],
  // hosted tools
  [
    'searching after completed',
    'file-search',
    moveAfter('file_search_call.searching', 'file_search_call.completed'),
    'progress-forward',
  ],
  ['in_progress twice', 'mcp-call', twice('mcp_call.in_progress'), 'progress-forward'],
  [
    'a partial image that skips a number',
    'image-generation',
    change('image_generation_call.partial_image', (event) => (event['partial_image_index'] = 1)),
    'partial-image-index-consecutive',
  ],
  [
    'a command_index that jumps',
    'shell',
    change('shell_call_command.added', (event) => (event['command_index'] = 1)),
    'command-index-consecutive',
  ],
  ['a command that was not added', 'shell', without('shell_call_command.added'), 'part-open'],
  ['another printed text when done', 'shell', without('shell_call_output_content.delta'), 'done-equals-deltas'],
  [
    'a command that is missing when done',
    'shell',
    change('output_item.done', (event) => (inside(inside(event, 'item'), 'action')['commands'] = [])),
    'item-equals-parts',
  ],
];

describe('the order of a stream', () => {
  it.each(deviations)('rejects %s', (_deviation, name, edit, rule) => {
    const events = eventsOf(name);
    expect(broken(events)).toBeUndefined();
    expect(broken(edit(events))?.rule).toBe(rule);
  });

  it('has a deviation for every rule', () => {
    const folder = new URL('../../src/responses/grammar/', import.meta.url);
    const rules = readdirSync(folder).flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(/(?:fault|GrammarError)\(\s*'([a-z-]+)'/g)].map(
        ([, rule]) => rule,
      ),
    );
    const seeded = new Set(deviations.map(([, , , rule]) => rule));
    expect([...new Set(rules)].filter((rule) => rule !== undefined && !seeded.has(rule))).toEqual([]);
  });

  it('names the event at fault by its position', () => {
    const events = eventsOf('plain-text');
    const eventIndex = at(events, 'output_text.done');
    expect(broken(change('output_text.done', (event) => (event['text'] = ''))(events))).toEqual({
      rule: 'done-equals-deltas',
      index: eventIndex,
    });
  });

  it('never repeats response text', () => {
    const events = change('output_text.done', (event) => (event['text'] = 'a secret'))(eventsOf('plain-text'));
    expect(() => checkResponseStream(asEvents(events))).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    );
  });

  it('allows an error event to end a stream at any position, with no event after it', () => {
    const events = eventsOf('plain-text');
    const error: Json = { type: 'error', code: null, message: 'It broke.', param: null };
    for (let end = 0; end < events.length - 1; end += 1)
      expect(broken(renumber([...events.slice(0, end), error]))).toBeUndefined();
    expect(broken(renumber([...events.slice(0, 3), error, events[3] ?? {}]))?.rule).toBe('nothing-after-terminal');
  });

  it('allows only a stream error to repeat the previous sequence_number, with no event after it', () => {
    const events = eventsOf('failed-after-text');
    const numbered = (sequence_number: number): Json => ({
      type: 'error',
      code: null,
      message: 'It broke.',
      param: null,
      sequence_number,
    });
    for (let end = 1; end < events.length - 1; end += 1) {
      const reported = [...events.slice(0, end), numbered(end - 1)];
      expect(broken(reported)).toBeUndefined();
      const failed = { ...events.at(-1), sequence_number: reported.length };
      expect(broken([...reported, failed])?.rule).toBe('nothing-after-terminal');
      expect(broken([...events.slice(0, end), numbered(end - 2)])?.rule).toBe('sequence-number-is-position');
    }
  });

  it('allows only response.failed after an error', () => {
    const events = eventsOf('failed-after-text');
    const error: Json = { type: 'error', code: null, message: 'It broke.', param: null };
    const reported = renumber(events.toSpliced(-1, 0, error));
    expect(broken(reported)).toBeUndefined();
    const cancelled = change('failed', (event) =>
      Object.assign(inside(event, 'response'), { status: 'cancelled', error: null }),
    );
    for (const end of [cancelled(structuredClone(reported)), reported.toSpliced(-1, 0, error), [...reported, error]])
      expect(broken(renumber(end))?.rule).toBe('nothing-after-terminal');
    expect(
      broken([error, events.at(-1) ?? {}].map((event, sequence_number) => ({ ...event, sequence_number })))?.rule,
    ).toBe('nothing-after-terminal');
  });

  it('lets items grow side by side', () => {
    const events = eventsOf('function-calls-parallel');
    const second = at(events, 'output_item.added', 1);
    const [added] = events.splice(second, 1);
    expect(broken(renumber(events.toSpliced(at(events, 'output_item.added') + 1, 0, added ?? {})))).toBeUndefined();
  });

  it('allows a cancelled response to end as response.incomplete', () => {
    const cancelled = change('incomplete', (event) =>
      Object.assign(inside(event, 'response'), { status: 'cancelled', incomplete_details: null }),
    );
    expect(broken(cancelled(eventsOf('incomplete-max-output-tokens')))).toBeUndefined();
  });

  it('accepts audio events once the response is in progress', () => {
    const eventsWithAudio = insertAfter('in_progress', { type: 'response.audio.delta', delta: 'AAAA' });
    expect(broken(eventsWithAudio(eventsOf('plain-text')))).toBeUndefined();
    expect(broken(insertAfter('created', { type: 'response.audio.done' })(eventsOf('plain-text')))?.rule).toBe(
      'in-progress-before-output',
    );
  });

  it('accepts keep-alives without a number after response.created, and none before it', () => {
    const events = eventsOf('plain-text');
    expect(broken(events.flatMap((event) => [event, { type: 'keepalive' }]))).toBeUndefined();
    expect(broken([{ type: 'keepalive' }, ...events])?.rule).toBe('created-first');
  });

  it('checks reasoning parts of unknown types in the item only', () => {
    const parts: Edit = (events) => {
      for (const reasoning of [
        inside(events[at(events, 'output_item.done')] ?? {}, 'item'),
        first(inside(events[at(events, 'completed')] ?? {}, 'response')['output']),
      ]) {
        reasoning['summary'] = [{ type: 'future', q: 1 }, ...(reasoning['summary'] as Json[])];
        reasoning['content'] = [{ type: 'fut', x: 1 }];
      }
      return events;
    };
    expect(broken(parts(eventsOf('reasoning-summary')))).toBeUndefined();
  });

  it('is not over before its terminal event', () => {
    const grammar = new ResponseGrammar();
    expect(() => grammar.end()).toThrow(GrammarError);
    for (const event of asEvents(eventsOf('plain-text'))) grammar.push(event);
    expect(() => grammar.end()).not.toThrow();
  });
});
