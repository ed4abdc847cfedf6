// What clients of this API receive about MCP server tools that this service calls.
import type { ServerCallOutcome } from '@org/engine';
import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import { accumulateMessages, checkMessageStream, messageSchema, type MessageStreamEvent } from '@org/protocol/messages';
import { messagesDialect } from '#src/messages.js';
import { mcpForm } from '#src/messages/mcp/mcp-form.js';
import { generationOf, callEvents, callOf, collect, type Unplaced } from '../../mcp-call.js';
import { json, rebuiltBySdk, sent } from '../response-streams.js';
import { body, encodeContext } from '../requests.js';
import { readMessage } from '../../read-response.js';

const request = messagesDialect.parseRequest(body());
const textEvents: readonly Unplaced[] = [
  { type: 'part-start', part: { type: 'text', text: '' } },
  { type: 'part-delta', delta: { type: 'text', text: 'So.' } },
  { type: 'part-end', part: { type: 'text', text: 'So.' } },
];

function eventsOf(...events: readonly Unplaced[]): MessageStreamEvent[] {
  const encoder = messagesDialect.createEncoder(request, encodeContext());
  return sent(generationOf(...events).flatMap((event) => encoder.push(event)));
}

const outcomes: readonly (readonly [string, ServerCallOutcome, object])[] = [
  [
    'words',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    {
      is_error: false,
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
  ],
  ['nothing', { content: [] }, { is_error: false, content: [] }],
  [
    'a picture',
    { content: [{ type: 'media', media: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }] },
    { is_error: false, content: [{ type: 'text', text: '[image: https://example.org/a.png]' }] },
  ],
  [
    'a failure of the tool',
    { content: [{ type: 'text', text: 'No.' }], isError: true },
    { is_error: true, content: [{ type: 'text', text: 'No.' }] },
  ],
  [
    'a failure of HTTP',
    { content: [], failure: { kind: 'http', code: 503, message: 'Service Unavailable' } },
    { is_error: true, content: [{ type: 'text', text: 'Service Unavailable' }] },
  ],
];

describe('a call of an MCP server tool in a response', () => {
  it('has its complete input in the block start, where clients look for it, followed by its result', () => {
    const call = callOf(mcpForm);
    expect(
      eventsOf(
        ...callEvents(mcpForm, call, { content: [{ type: 'text', text: 'Door squeaks.' }] }, ['{"number"', ':12.0}']),
      ).slice(1, -2),
    ).toEqual([
      {
        type: 'content_block_start',
        index: 0,
        content_block: {
          type: 'mcp_tool_use',
          id: call.callId,
          name: 'find_issue',
          input: { number: 12 },
          server_name: 'tracker',
        },
      },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: {
          type: 'mcp_tool_result',
          tool_use_id: call.callId,
          is_error: false,
          content: [{ type: 'text', text: 'Door squeaks.' }],
        },
      },
      { type: 'content_block_stop', index: 1 },
    ]);
  });

  it('preserves the digits of its numbers', () => {
    const encoder = messagesDialect.createEncoder(request, encodeContext());
    const frames = generationOf(...callEvents(mcpForm, callOf(mcpForm, '{"id":12345678901234567890}'), { content: [] }))
      .flatMap((event) => encoder.push(event))
      .map((event) => messagesDialect.formatEvent(event));
    expect(frames.join('')).toContain('"input":{"id":12345678901234567890}');
  });

  it.each([
    ['no object', '{"number":'],
    ['arguments that cannot be encoded again', `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`],
  ])('has an empty input where the model wrote %s', (_, text) => {
    expect(eventsOf(...callEvents(mcpForm, callOf(mcpForm, text), { content: [] }))[1]).toEqual({
      type: 'content_block_start',
      index: 0,
      content_block: expect.objectContaining({ input: {} }),
    });
  });

  it.each(outcomes)('satisfies the stream properties with %s', async (_, outcome, members) => {
    const call = callOf(mcpForm);
    const parts = [
      ...textEvents,
      ...callEvents(mcpForm, call, outcome),
      ...callEvents(mcpForm, callOf(mcpForm, ''), outcome),
      ...textEvents,
    ];
    const events = eventsOf(...parts);
    const response = sent(json(request, collect(generationOf(...parts))));
    expect(response.content[2]).toMatchObject({ type: 'mcp_tool_result', tool_use_id: call.callId, ...members });
    checkMessageStream(events);
    expect(accumulateMessages(events)).toEqual(response);
    messageSchema.parse(response);
    expect(await rebuiltBySdk(events, BetaMessageStream)).toMatchObject({ ...response });
    expect(readMessage(response).parts[1]).toMatchObject({
      serverTool: {
        type: 'call',
        call: { callId: call.callId, source: { type: 'mcp', server: 'tracker' }, name: 'find_issue' },
      },
    });
  });
});
