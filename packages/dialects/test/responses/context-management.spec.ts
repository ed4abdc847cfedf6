// `context_management`: a conversation that the service summarizes along the way.
import { emptyUsage, type GenerationResult, type OpaquePart } from '@org/engine';
import { sinceSummary } from '@org/engine/testing';
import { accumulateResponses, checkResponseStream, responseStreamEventSchema } from '@org/protocol/responses';
import type { DecodeOptions } from '#src/dialect.js';
import { responsesDialect } from '#src/responses.js';
import { testSigner } from '../test-signer.js';
import { encodeResponse, rebuiltBySdk, streamed } from './streamed-responses.js';
import { decodeOptions, encodeContext } from './options.js';

const decode = (fields: object, options: Partial<DecodeOptions> = {}) =>
  responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', input: 'Hi', ...fields }), {
    ...decodeOptions(),
    ...options,
  });

const as: OpaquePart = { type: 'opaque', dialect: 'responses', apiType: 'compaction', value: { type: 'compaction' } };

const part: unknown = expect.any(Function);

describe('the edits that a request asks for', () => {
  it('are a summary above the threshold', () => {
    expect(decode({ context_management: [{ type: 'compaction', compact_threshold: 2000 }] }).edits).toEqual([
      { kind: 'summarize', above: 2000, part },
    ]);
  });

  it.each([{}, { compact_threshold: null }])('leave the threshold to the service: %j', (fields) => {
    expect(decode({ context_management: [{ type: 'compaction', ...fields }] }).edits).toEqual([
      { kind: 'summarize', part },
    ]);
  });

  it('are one summary, with a warning for further entries', () => {
    const { edits, warnings } = decode({
      context_management: [{ type: 'moon' }, { type: 'compaction' }, { type: 'compaction', compact_threshold: 1 }],
    });
    expect(edits).toEqual([{ kind: 'summarize', part }]);
    expect(warnings.map(({ kind, param }) => [kind, param])).toEqual([
      ['ignored', 'context_management.0'],
      ['ignored', 'context_management.2'],
    ]);
  });

  it('are left to an upstream that speaks this dialect', () => {
    const { edits, warnings } = decode(
      { context_management: [{ type: 'compaction' }, { type: 'moon' }] },
      { native: 'responses' },
    );
    expect({ edits, warnings }).toEqual({ edits: undefined, warnings: [] });
  });

  it.each([null, []])('are none for %j', (management) => {
    const { edits, warnings } = decode({ context_management: management });
    expect({ edits, warnings }).toEqual({ edits: undefined, warnings: [] });
  });
});

describe('a summary at the start of a response', () => {
  const summary: OpaquePart = { ...as, text: 'They spoke of lakes.', replacesEarlier: true };
  const result: GenerationResult = {
    model: 'm',
    parts: [summary, { type: 'text', text: 'Two.' }],
    finishReason: { unified: 'stop' },
    usage: emptyUsage,
    warnings: [],
    edits: [{ kind: 'summarize', inputTokens: 9, usage: emptyUsage }],
  };
  const request = { model: 'm', input: 'q' };

  it('is created as a replacement for everything before it', () => {
    const [edit] = decode({ context_management: [{ type: 'compaction' }] }).edits ?? [];
    expect(edit?.kind === 'summarize' && edit.part('They spoke of lakes.', [])).toEqual(summary);
  });

  it('is the first item, streaming and non-streaming, and only this service can decrypt it', async () => {
    const complete = encodeResponse(request, result, encodeContext());
    const [item, message] = complete.output;
    expect(item).toEqual({
      type: 'compaction',
      id: expect.stringMatching(/^cmp_/),
      encrypted_content: expect.any(String),
    });
    expect(JSON.stringify(item)).not.toContain('lakes');
    expect(message).toMatchObject({ type: 'message' });
    const events = streamed(request, result, 3, encodeContext());
    for (const event of events) responseStreamEventSchema.parse(event);
    checkResponseStream(events);
    expect(accumulateResponses(events)).toEqual(complete);
    expect(await rebuiltBySdk(events)).toEqual(complete);
  });

  it('replaces everything before it when the client sends it back', () => {
    const [item, message] = encodeResponse(request, result, encodeContext()).output;
    const { input } = decode({
      input: [{ role: 'user', content: 'One?' }, item, message, { role: 'user', content: 'Three?' }],
    });
    expect(sinceSummary(input).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(sinceSummary(input)[0]?.parts).toMatchObject([{ text: 'They spoke of lakes.', replacesEarlier: true }]);
  });

  it.each([
    ['and replaces all items before it, when the turn is stored', true, 1],
    ['and continues with the items of its client, when nothing is stored', false, 2],
  ])('is the only output when a trigger requests it, %s', (_, store, shown) => {
    const made = decode({
      input: [{ role: 'user', content: 'One?' }, { type: 'compaction_trigger' }],
      store,
    }).onlySummary?.part('They spoke of lakes.', []);
    if (made === undefined) throw new Error('it asks for a summary');
    const [item] = encodeResponse(request, { ...result, parts: [made] }, encodeContext()).output;
    const { input } = decode({ input: [{ role: 'user', content: 'One?' }, item] });
    expect(sinceSummary(input)).toHaveLength(shown);
    expect(
      sinceSummary([
        { role: 'user', parts: [{ type: 'text', text: 'One?' }] },
        { role: 'assistant', parts: [made] },
      ]),
    ).toHaveLength(1);
  });

  it('differs from a separately requested summary, which follows the items that it leaves', () => {
    const { input } = decode({
      input: [
        { role: 'user', content: 'One?' },
        { type: 'compaction', encrypted_content: testSigner.encrypt('They spoke of lakes.', 'compaction') },
      ],
    });
    expect(input[1]?.parts).toMatchObject([{ text: 'They spoke of lakes.' }]);
    expect(sinceSummary(input)).toBe(input);
  });
});
