// The text of a finished item may differ from its deltas: then the streamed text counts, and the response stays
// valid.
import type { JsonObject } from '@org/engine';
import { growing, itemOf, passThrough } from './pass-through.js';

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] };
const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
const call = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '' };

const summaryDelta = (delta: string, index = 0): JsonObject => ({
  type: 'response.reasoning_summary_text.delta',
  summary_index: index,
  delta,
});
const summaryAdded = (index: number): JsonObject => ({
  type: 'response.reasoning_summary_part.added',
  summary_index: index,
  part: { type: 'summary_text', text: '' },
});
const rawDelta = (delta: string, index = 0): JsonObject => ({
  type: 'response.reasoning_text.delta',
  content_index: index,
  delta,
});
const partAdded = (index: number, type: string): JsonObject => ({
  type: 'response.content_part.added',
  content_index: index,
  part: { type, text: '' },
});
const textDelta = (delta: string, index = 0): JsonObject => ({
  type: 'response.output_text.delta',
  content_index: index,
  delta,
});
const argumentsDelta = (delta: string): JsonObject => ({ type: 'response.function_call_arguments.delta', delta });

const summary = (...texts: string[]): JsonObject[] => texts.map((text) => ({ type: 'summary_text', text }));
const raw = (...texts: string[]): JsonObject[] => texts.map((text) => ({ type: 'reasoning_text', text }));
const output = (...texts: string[]): JsonObject[] =>
  texts.map((text) => ({ type: 'output_text', text, annotations: [] }));

describe('reasoning whose final texts differ from its deltas', () => {
  it('preserves empty paragraphs, which count for nothing', () => {
    const passed = passThrough(
      growing(reasoning, [summaryAdded(0), summaryDelta('A')], { ...reasoning, summary: summary('A', '') }),
    );
    expect(itemOf(passed)['summary']).toEqual(summary('A', ''));
    expect(passed.result.parts).toMatchObject([{ type: 'reasoning', text: 'A' }]);
    const late = passThrough(
      growing(reasoning, [summaryAdded(0), summaryAdded(1), summaryDelta('A', 1)], {
        ...reasoning,
        summary: summary('', 'A'),
      }),
    );
    expect(late.result.parts).toMatchObject([{ type: 'reasoning', text: 'A' }]);
    expect(itemOf(late)['summary']).toEqual(summary('A', ''));
  });

  it('takes an index that was not announced for the paragraph that is open', () => {
    const passed = passThrough(
      growing(reasoning, [partAdded(0, 'reasoning_text'), rawDelta('I'), rawDelta(' think', 1), rawDelta(' so', 2)], {
        ...reasoning,
        content: raw('I think so'),
      }),
    );
    expect(itemOf(passed)['content']).toEqual(raw('I think so'));
    const unannounced = passThrough(
      growing(reasoning, [rawDelta('I'), rawDelta(' think', 1), rawDelta(' so', 2)], {
        ...reasoning,
        content: raw('I think so'),
      }),
    );
    expect(itemOf(unannounced)['content']).toEqual(raw('I think so'));
  });

  it('preserves paragraphs that were announced separately', () => {
    const paragraphs = [
      partAdded(0, 'reasoning_text'),
      rawDelta('I think.'),
      partAdded(1, 'reasoning_text'),
      rawDelta('I '),
      rawDelta('am.', 1),
    ];
    const passed = passThrough(
      growing(reasoning, [summaryAdded(0), summaryDelta('A'), summaryAdded(1), summaryDelta('B', 1)], {
        ...reasoning,
        summary: summary('A', 'B'),
      }),
    );
    expect(itemOf(passed)['summary']).toEqual(summary('A', 'B'));
    expect(passed.result.parts).toMatchObject([{ text: 'A\n\nB' }]);
    expect(
      itemOf(passThrough(growing(reasoning, paragraphs, { ...reasoning, content: raw('I think.I ', 'am.') })))[
        'content'
      ],
    ).toEqual(raw('I think.I ', 'am.'));
  });

  it('is completed where the final text extends it', () => {
    const passed = passThrough(
      growing(reasoning, [summaryAdded(0), summaryDelta('A')], { ...reasoning, summary: summary('A and', 'B') }),
    );
    expect(itemOf(passed)['summary']).toEqual(summary('A and', 'B'));
    expect(passed.result.parts).toMatchObject([{ text: 'A and\n\nB' }]);
  });

  it('stays as streamed where the final text differs', () => {
    const passed = passThrough(
      growing(reasoning, [rawDelta(' A')], { ...reasoning, encrypted_content: 'x', content: raw('B') }),
    );
    expect(itemOf(passed)).toMatchObject({ content: raw(' A'), encrypted_content: 'x' });
    expect(itemOf(passThrough(growing(reasoning, [rawDelta('A')], reasoning)))['content']).toEqual(raw('A'));
  });

  it('preserves parts of unknown types next to its text', () => {
    const future = { type: 'future_text', x: 1 };
    const passed = passThrough(
      growing(reasoning, [partAdded(0, 'reasoning_text'), rawDelta('A')], {
        ...reasoning,
        content: [...raw('A'), future],
      }),
    );
    expect(itemOf(passed)['content']).toEqual([...raw('A'), future]);
    expect(passed.result.parts).toMatchObject([{ text: 'A' }]);
    expect(
      itemOf(
        passThrough(growing(reasoning, [summaryDelta('A')], { ...reasoning, summary: [future, ...summary('A')] })),
      )['summary'],
    ).toEqual([...summary('A'), future]);
  });

  it('may lack a summary', () => {
    const { summary: _, ...bare } = reasoning;
    expect(itemOf(passThrough(growing(reasoning, [], { ...bare, content: raw('A') })))).toMatchObject({
      summary: [],
      content: raw('A'),
    });
  });
});

describe('a message whose final text differs from its deltas', () => {
  it('stays as streamed, with all other fields of the done event', () => {
    const reported = {
      ...message,
      status: 'completed',
      content: [{ type: 'output_text', text: 'a', annotations: [], future: 1 }],
    };
    const passed = passThrough(growing(message, [partAdded(0, 'output_text'), textDelta('\n\na')], reported));
    expect(itemOf(passed)).toEqual({
      ...reported,
      content: [{ type: 'output_text', text: '\n\na', annotations: [], future: 1 }],
    });
  });

  it('is completed where the final text extends it', () => {
    expect(
      itemOf(
        passThrough(
          growing(message, [textDelta('one')], { ...message, status: 'completed', content: output('one two') }),
        ),
      ),
    ).toMatchObject({ content: output('one two') });
  });

  it('stays where the end has no text at all, or another kind of content', () => {
    const refusal = { type: 'refusal', refusal: 'No.' };
    expect(
      itemOf(passThrough(growing(message, [textDelta('one')], { ...message, status: 'completed' }))),
    ).toMatchObject({
      id: 'msg_1',
      status: 'completed',
      content: output('one'),
    });
    expect(
      itemOf(
        passThrough(growing(message, [textDelta('one')], { ...message, status: 'completed', content: [refusal] })),
      ),
    ).toMatchObject({ id: 'msg_1', content: [...output('one'), refusal] });
    expect(
      itemOf(
        passThrough(
          growing(message, [textDelta('one')], {
            ...message,
            status: 'completed',
            content: [refusal, ...output('one')],
          }),
        ),
      ),
    ).toMatchObject({ id: 'msg_1', content: [...output('one'), refusal] });
  });

  it.each([
    ['announced at 1', [partAdded(1, 'output_text'), textDelta('o', 1), textDelta('ne', 1)]],
    ['announced at 0, sent at 1', [partAdded(0, 'output_text'), textDelta('o', 1), textDelta('ne', 1)]],
    ['sent at increasing indices', [textDelta('o', 1), textDelta('ne', 2)]],
  ])('grows at any first content_index of the upstream: %s', (_, events) => {
    const { events: seen, response } = passThrough(
      growing(message, events, { ...message, status: 'completed', content: output('one') }),
    );
    expect(seen.flatMap(({ type, delta }) => (type === 'response.output_text.delta' ? [delta] : []))).toEqual([
      'o',
      'ne',
    ]);
    expect(response['output']).toMatchObject([{ content: output('one') }]);
  });

  it('has its second content with its end', () => {
    const events = [partAdded(0, 'output_text'), textDelta('one'), partAdded(1, 'output_text'), textDelta('two', 1)];
    expect(
      itemOf(passThrough(growing(message, events, { ...message, status: 'completed', content: output('one', 'two') }))),
    ).toMatchObject({ content: output('one', 'two') });
  });
});

describe('a call whose final arguments differ from its deltas', () => {
  it('has the streamed arguments', () => {
    const passed = passThrough(
      growing(call, [argumentsDelta('{"a":'), argumentsDelta(' 1}')], {
        ...call,
        status: 'completed',
        arguments: '{"a":1}',
      }),
    );
    expect(itemOf(passed)).toEqual({ ...call, status: 'completed', arguments: '{"a": 1}' });
    expect(itemOf(passThrough(growing(call, [argumentsDelta('{}')], call)))).toMatchObject({ arguments: '{}' });
  });

  it('is completed where the final text extends it', () => {
    expect(
      itemOf(passThrough(growing(call, [argumentsDelta('{"a":')], { ...call, arguments: '{"a":1}' }))),
    ).toMatchObject({
      arguments: '{"a":1}',
    });
  });

  it('fails where arguments deltas are missing, because no client may run the remainder', () => {
    expect(() =>
      passThrough(
        growing(call, [argumentsDelta('{"a":"x'), argumentsDelta('z"}'), argumentsDelta('}')], {
          ...call,
          arguments: '{"a":"xyz"}',
        }),
      ),
    ).toThrow('cannot read');
  });
});

describe('output of a hosted tool whose final text differs', () => {
  it('stays as streamed', () => {
    const mcp = { type: 'mcp_call', id: 'mcp_1', name: 'f', server_label: 's', arguments: '', status: 'in_progress' };
    const delta = { type: 'response.mcp_call_arguments.delta', delta: '{"a": 1}' };
    const reported = { type: 'response.mcp_call_arguments.done', arguments: '{"a":1}' };
    const done = { ...mcp, arguments: '{"a":1}', status: 'completed', output: 'x', error: null };
    expect(itemOf(passThrough(growing(mcp, [delta], done)))).toMatchObject({ arguments: '{"a": 1}', output: 'x' });
    expect(itemOf(passThrough(growing(mcp, [delta, reported], done)))).toMatchObject({
      arguments: '{"a": 1}',
      output: 'x',
    });
    expect(itemOf(passThrough(growing(mcp, [reported], done)))).toMatchObject({ arguments: '{"a":1}' });
  });
});

describe('a truncated stream', () => {
  const complete = growing(message, [textDelta('one')], { ...message, status: 'completed', content: output('one') });

  it('is not a response', () => {
    expect(() => passThrough(complete.slice(0, -1))).toThrow('without generation-end');
    expect(() =>
      passThrough([
        ...complete.slice(0, 3),
        { type: 'response.completed', response: { status: 'completed', output: [] } },
      ]),
    ).toThrow('cannot read');
  });

  it('is not a response when an item ends with another type', () => {
    expect(() => passThrough(growing(message, [textDelta('one')], { ...call, arguments: '{}' }))).toThrow(
      'cannot read',
    );
    expect(() => passThrough(growing(reasoning, [rawDelta('one')], { ...message, content: output('one') }))).toThrow(
      'cannot read',
    );
  });
});
