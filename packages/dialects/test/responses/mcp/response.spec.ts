// What clients of this API receive about MCP server tools that this service calls.
import { EngineError, type OpaquePart, type ServerCallOutcome } from '@org/engine';
import {
  accumulateResponses,
  checkResponseStream,
  responseSchema,
  responseStreamEventSchema,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import { responsesDialect } from '#src/responses.js';
import { mcpForm } from '#src/responses/mcp/mcp-form.js';
import { serverToolOf } from '#src/responses/mcp/server-tool-of.js';
import {
  generationOf,
  callEvents,
  callOf,
  collect,
  findIssue,
  ids,
  completePart,
  type Unplaced,
} from '../../mcp-call.js';
import { rebuiltBySdk, sent } from '../streamed-responses.js';
import { encodeContext } from '../options.js';
import { readResponse } from '../../read-response.js';

const request = { model: 'm', input: 'q' };
const found: ServerCallOutcome = { content: [{ type: 'text', text: 'Door squeaks.' }] };

function eventsOf(...events: readonly Unplaced[]): ResponseStreamEvent[] {
  const encoder = responsesDialect.createEncoder(request, encodeContext());
  return sent(generationOf(...events).flatMap((event) => encoder.push(event)));
}

/** Types of the item events, with their content. */
function summarizeEvents(events: readonly ResponseStreamEvent[]): unknown[] {
  return events
    .slice(2, -1)
    .map(({ type, item, delta, arguments: complete }) => [
      type,
      ...[item, delta, complete].filter((value) => value !== undefined),
    ]);
}

const outcomes: readonly (readonly [string, ServerCallOutcome, object])[] = [
  ['words', found, { output: 'Door squeaks.', error: null, status: 'completed' }],
  ['nothing', { content: [] }, { output: '', error: null, status: 'completed' }],
  [
    'a picture with text',
    {
      content: [
        { type: 'text', text: 'Here:' },
        { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } },
      ],
    },
    { output: 'Here:\n[image: image/png, which this API does not support here]', status: 'completed' },
  ],
  [
    'a failure of the tool',
    { ...found, isError: true },
    {
      output: null,
      error: { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'Door squeaks.' }] },
      status: 'failed',
    },
  ],
  [
    'a failure of the protocol',
    { content: [], failure: { kind: 'protocol', code: -32602, message: 'Unknown tool' } },
    { output: null, error: { type: 'mcp_protocol_error', code: -32602, message: 'Unknown tool' }, status: 'failed' },
  ],
  [
    'a failure of HTTP',
    { content: [], failure: { kind: 'http', code: 503, message: 'Service Unavailable' } },
    { output: null, error: { type: 'http_error', code: 503, message: 'Service Unavailable' }, status: 'failed' },
  ],
];

describe('a call of an MCP server tool in a response', () => {
  it('streams its stages: it opens, is written, runs, and ends', () => {
    const call = callOf(mcpForm);
    const item = {
      type: 'mcp_call',
      id: call.callId,
      server_label: 'tracker',
      name: 'find_issue',
      approval_request_id: null,
    };
    expect(summarizeEvents(eventsOf(...callEvents(mcpForm, call, found, ['{"number"', ':12.0}'])))).toEqual([
      ['response.output_item.added', { ...item, arguments: '', output: null, error: null, status: 'in_progress' }],
      ['response.mcp_call.in_progress'],
      ['response.mcp_call_arguments.delta', '{"number"'],
      ['response.mcp_call_arguments.delta', ':12.0}'],
      ['response.mcp_call_arguments.done', '{"number":12.0}'],
      ['response.mcp_call.completed'],
      [
        'response.output_item.done',
        { ...item, arguments: '{"number":12.0}', output: 'Door squeaks.', error: null, status: 'completed' },
      ],
    ]);
  });

  it('has complete arguments before the tool returns its result', () => {
    const [start, ...rest] = callEvents(mcpForm, callOf(mcpForm), found);
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const events = generationOf(...(start === undefined ? [] : [start]), ...rest.slice(0, -1)).slice(0, -1);
    expect(events.flatMap((event) => encoder.push(event)).at(-1)).toMatchObject({
      type: 'response.mcp_call_arguments.done',
      arguments: '{"number":12.0}',
    });
  });

  it.each(outcomes)('shows %s', (_, outcome, members) => {
    const call = callOf(mcpForm, '{}', { approvalId: 'mcpr_1' });
    const { value } = mcpForm.closed(call, outcome);
    expect(value).toMatchObject({ id: call.callId, arguments: '{}', approval_request_id: 'mcpr_1', ...members });
    const types = eventsOf(...callEvents(mcpForm, call, outcome)).map(({ type }) => type);
    expect(types).toContain(`response.mcp_call.${String(value['status'])}`);
  });

  it.each(outcomes)('satisfies the stream properties with %s, and is read back as sent', async (_, outcome) => {
    const call = callOf(mcpForm);
    const text: Unplaced[] = [
      { type: 'part-start', part: { type: 'text', text: '' } },
      { type: 'part-delta', delta: { type: 'text', text: 'So.' } },
      { type: 'part-end', part: { type: 'text', text: 'So.' } },
    ];
    const parts = [
      ...completePart(listing()),
      ...callEvents(mcpForm, call, outcome, ['{"number":', '12.0}']),
      ...text,
      ...callEvents(mcpForm, callOf(mcpForm, ''), outcome),
    ];
    const events = eventsOf(...parts);
    const response = sent(
      responsesDialect.createEncoder(request, encodeContext()).response(collect(generationOf(...parts))),
    );
    checkResponseStream(events);
    expect(accumulateResponses(events)).toEqual(response);
    for (const event of events) responseStreamEventSchema.parse(event);
    responseSchema.parse(response);
    expect(await rebuiltBySdk(events)).toEqual(response);
    const [, called] = readResponse(response).parts;
    expect(called).toMatchObject({
      type: 'opaque',
      serverTool: {
        type: 'call',
        call,
        outcome: {
          ...(outcome.isError === true && { isError: true }),
          ...(outcome.failure !== undefined && { failure: outcome.failure }),
        },
      },
    });
  });

  it('is incomplete when the response is aborted while the tool runs', () => {
    const events = generationOf(...callEvents(mcpForm, callOf(mcpForm), found)).filter(
      ({ type }) => type !== 'part-end' && type !== 'generation-end',
    );
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const before = events.flatMap((event) => encoder.push(event));
    const after = encoder.fail(new EngineError('upstream-failed', 'Gone.'));
    expect(after.map(({ type }) => type)).toEqual(['response.output_item.done', 'error', 'response.failed']);
    expect(after[0]).toMatchObject({ item: { type: 'mcp_call', arguments: '{"number":12.0}', status: 'incomplete' } });
    checkResponseStream(sent([...before, ...after]));
  });
});

function listing(): OpaquePart {
  const part = mcpForm.listing?.('tracker', [findIssue], ids);
  if (part === undefined) throw new Error('this API has tool lists');
  return part;
}

describe('a listing', () => {
  it('arrives complete, between its progress events', () => {
    const { id } = listing().value;
    const tools = [
      {
        name: 'find_issue',
        description: 'Finds an issue.',
        input_schema: findIssue.inputSchema,
        annotations: { readOnlyHint: true },
      },
    ];
    const item = { type: 'mcp_list_tools', id: expect.stringMatching(/^mcpl_/), server_label: 'tracker', tools };
    expect(typeof id).toBe('string');
    expect(summarizeEvents(eventsOf(...completePart(listing())))).toEqual([
      ['response.output_item.added', { ...item, tools: [] }],
      ['response.mcp_list_tools.in_progress'],
      ['response.mcp_list_tools.completed'],
      ['response.output_item.done', item],
    ]);
  });

  it('is read back as sent', () => {
    const part = listing();
    expect(serverToolOf(part.value)).toEqual(part.serverTool);
  });
});

describe('an approval request', () => {
  it('is an item by itself, whose id the client responds to', () => {
    const { callId: _, ...call } = callOf(mcpForm);
    const part = mcpForm.approvalRequest?.(call, ids);
    if (part === undefined) throw new Error('this API has approvals');
    const item = {
      type: 'mcp_approval_request',
      id: expect.stringMatching(/^mcpr_/),
      server_label: 'tracker',
      name: 'find_issue',
      arguments: '{"number":12.0}',
    };
    expect(summarizeEvents(eventsOf(...completePart(part)))).toEqual([
      ['response.output_item.added', item],
      ['response.output_item.done', item],
    ]);
    expect(part.serverTool).toEqual({ type: 'approval-request', call: { ...call, callId: part.value['id'] } });
    expect(serverToolOf(part.value)).toEqual(part.serverTool);
  });
});
