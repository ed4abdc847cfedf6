// What clients of this API receive about the hosted tools that this service runs.
import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import type { HostedToolErrorCode, ServerCall, ServerCallOutcome } from '@org/engine';
import { accumulateMessages, checkMessageStream, messageSchema, type MessageStreamEvent } from '@org/protocol/messages';
import { messagesDialect } from '#src/messages.js';
import { callEvents, collect, generationOf, type Unplaced } from '../../mcp-call.js';
import { testSigner } from '../../test-signer.js';
import { body, encodeContext } from '../requests.js';
import { json, rebuiltBySdk, sent } from '../response-streams.js';
import {
  bashCall,
  editorCall,
  fetchCall,
  fetched,
  form,
  found,
  outcomeOf,
  pythonCall,
  ran,
  searchCall,
} from './calls.js';

const request = messagesDialect.parseRequest(body());
const direct = { type: 'direct' };

function eventsOf(...events: readonly Unplaced[]): MessageStreamEvent[] {
  const encoder = messagesDialect.createEncoder(request, encodeContext());
  return sent(generationOf(...events).flatMap((event) => encoder.push(event)));
}

const text = (value: string, more: object = {}): readonly Unplaced[] => [
  { type: 'part-start', part: { type: 'text', text: '' } },
  { type: 'part-delta', delta: { type: 'text', text: value } },
  { type: 'part-end', part: { type: 'text', text: value, ...more } },
];

const failed = (code: HostedToolErrorCode): ServerCallOutcome => outcomeOf({ type: 'failed', code }, 'Why.');

const cases: readonly (readonly [string, ServerCall, ServerCallOutcome, object])[] = [
  [
    'a search',
    searchCall,
    outcomeOf(found),
    {
      type: 'web_search_tool_result',
      caller: direct,
      content: [
        {
          type: 'web_search_result',
          url: 'https://a.example/',
          title: 'A',
          encrypted_content: expect.stringMatching(/^[\w+/]{20,}=*$/),
          page_age: '2 days ago',
        },
        expect.objectContaining({ url: 'https://b.example/', page_age: null }),
      ],
    },
  ],
  [
    'a search without hits',
    searchCall,
    outcomeOf({ type: 'web-search', queries: [], hits: [] }),
    { type: 'web_search_tool_result', content: [] },
  ],
  [
    'a failed search',
    searchCall,
    failed('max-uses-exceeded'),
    {
      type: 'web_search_tool_result',
      content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
    },
  ],
  [
    'a call that ended without a result',
    searchCall,
    { content: [], isError: true },
    { content: { type: 'web_search_tool_result_error', error_code: 'unavailable' } },
  ],
  [
    'a page',
    fetchCall,
    outcomeOf(fetched),
    {
      type: 'web_fetch_tool_result',
      caller: direct,
      content: {
        type: 'web_fetch_result',
        url: 'https://a.example/',
        retrieved_at: '2023-11-14T22:13:20.000Z',
        content: {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'All about lakes.' },
          title: 'A',
          citations: { enabled: true },
        },
      },
    },
  ],
  [
    'a PDF file',
    fetchCall,
    outcomeOf({
      type: 'web-fetch',
      url: 'https://a.example/',
      retrievedAt: 1_700_000_000,
      document: { type: 'pdf', base64: 'JVBERg==', pages: ['one'] },
      citations: false,
    }),
    {
      content: {
        content: {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
          title: null,
          citations: { enabled: false },
        },
      },
    },
  ],
  [
    'a URL that is not in the conversation',
    fetchCall,
    failed('url-not-in-context'),
    { content: { type: 'web_fetch_tool_result_error', error_code: 'url_not_in_prior_context' } },
  ],
  [
    'Python',
    pythonCall,
    outcomeOf(ran),
    {
      type: 'code_execution_tool_result',
      content: {
        type: 'code_execution_result',
        stdout: '1.0\n',
        stderr: '',
        return_code: 0,
        content: [{ type: 'code_execution_output', file_id: 'file_9' }],
      },
    },
  ],
  [
    'Python that took too long',
    pythonCall,
    outcomeOf({ ...ran, endedBy: 'time-limit', returnCode: 137 }),
    { content: { type: 'code_execution_tool_result_error', error_code: 'execution_time_exceeded' } },
  ],
  [
    'a command',
    bashCall,
    outcomeOf({ ...ran, language: 'bash', returnCode: 2 }),
    {
      type: 'bash_code_execution_tool_result',
      content: {
        type: 'bash_code_execution_result',
        return_code: 2,
        content: [{ type: 'bash_code_execution_output', file_id: 'file_9' }],
      },
    },
  ],
  [
    'a command with a large file',
    bashCall,
    failed('output-too-large'),
    { content: { type: 'bash_code_execution_tool_result_error', error_code: 'output_file_too_large' } },
  ],
  [
    'an edit',
    editorCall,
    outcomeOf({ ...ran, language: 'editor', edit: { file_type: 'text', content: 'one', num_lines: 1 } }),
    {
      type: 'text_editor_code_execution_tool_result',
      content: {
        type: 'text_editor_code_execution_view_result',
        file_type: 'text',
        content: 'one',
        num_lines: 1,
      },
    },
  ],
  [
    'an edit of a file that does not exist',
    editorCall,
    failed('file-not-found'),
    {
      content: {
        type: 'text_editor_code_execution_tool_result_error',
        error_code: 'file_not_found',
        error_message: 'Why.',
      },
    },
  ],
];

describe('a call of a hosted tool in a response', () => {
  it('opens at once, has its input in a delta, and is followed by its complete result', () => {
    const events = eventsOf(...callEvents(form, pythonCall, outcomeOf(ran), ['{"code":"pri', 'nt(1.0)"}']));
    expect(events.slice(1, -2)).toMatchObject([
      {
        type: 'content_block_start',
        index: 0,
        content_block: {
          type: 'server_tool_use',
          id: 'srvtoolu_1',
          name: 'code_execution',
          input: {},
          caller: direct,
        },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"code":"print(1.0)"}' },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { tool_use_id: 'srvtoolu_1' } },
      { type: 'content_block_stop', index: 1 },
    ]);
  });

  it('has the code as its input where the model wrote it without JSON', () => {
    const argumentsText = 'print("lakes")';
    const parts = callEvents(form, { ...pythonCall, argumentsText }, outcomeOf(ran));
    expect(accumulateMessages(eventsOf(...parts)).content[0]).toMatchObject({ input: { code: argumentsText } });
    expect(json(request, collect(generationOf(...parts))).content[0]).toMatchObject({ input: { code: argumentsText } });
  });

  it.each(['', '{"query":', '[1]', `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`])(
    'has an empty input where the model wrote no readable object: %#',
    async (argumentsText) => {
      const events = eventsOf(...callEvents(form, { ...searchCall, argumentsText }, failed('invalid-input')));
      checkMessageStream(events);
      expect(await rebuiltBySdk(events)).toMatchObject({ content: [{ type: 'server_tool_use', input: {} }, {}] });
    },
  );

  it.each(cases)('satisfies the stream properties: %s', async (_, call, outcome, block) => {
    const parts = [...text('I look.'), ...callEvents(form, call, outcome), ...text('So.')];
    const events = eventsOf(...parts);
    const response = sent(json(request, collect(generationOf(...parts))));
    expect(response.content[1]).toMatchObject({ type: 'server_tool_use', input: JSON.parse(call.argumentsText) });
    expect(response.content[2]).toMatchObject({ tool_use_id: 'srvtoolu_1', ...block });
    checkMessageStream(events);
    expect(accumulateMessages(events)).toEqual(response);
    messageSchema.parse(response);
    expect(await rebuiltBySdk(events, MessageStream)).toMatchObject({ content: response.content });
    expect(await rebuiltBySdk(events, BetaMessageStream)).toMatchObject({ ...response });
  });

  it('reveals the text of hits to this service alone', () => {
    const part = form.result?.(searchCall, outcomeOf(found));
    expect(JSON.stringify(part?.value)).not.toContain('Deep');
    const { encrypted_content: data } = JSON.parse(JSON.stringify(part?.value)).content[0];
    expect(testSigner.decrypt(data)).toBeUndefined();
    expect(testSigner.decrypt(data, 'search-result')).toContain('Deep lakes.');
  });
});

describe('the end of a response with hosted tools', () => {
  const endOf = (...parts: readonly Unplaced[]): readonly [object | undefined, object] => [
    eventsOf(...parts).at(-2),
    sent(json(request, collect(generationOf(...parts)))),
  ];

  it('counts the searches and fetches that succeeded', () => {
    const [delta, message] = endOf(
      ...callEvents(form, searchCall, outcomeOf(found)),
      ...callEvents(form, searchCall, failed('max-uses-exceeded')),
      ...callEvents(form, fetchCall, outcomeOf(fetched)),
    );
    const usage = { server_tool_use: { web_search_requests: 1, web_fetch_requests: 1 } };
    expect(delta).toMatchObject({ type: 'message_delta', usage });
    expect(message).toMatchObject({ usage, container: null });
  });

  it('names the container in which code ran', () => {
    const [delta, message] = endOf(...callEvents(form, pythonCall, outcomeOf(ran)));
    const container = { id: 'container_1', expires_at: '2023-11-14T22:33:20.000Z', skills: null };
    expect(delta).toMatchObject({ delta: { container }, usage: { server_tool_use: null } });
    expect(message).toMatchObject({ container, usage: { server_tool_use: null } });
  });

  it('names the container also where its code failed', () => {
    const source = { type: 'hosted' as const, kind: 'code' as const, containerId: 'container_2' };
    const [delta, message] = endOf(...callEvents(form, { ...pythonCall, source }, failed('time-limit')));
    const container = { id: 'container_2', expires_at: '2023-11-14T22:33:20.000Z', skills: null };
    expect(delta).toMatchObject({ delta: { container } });
    expect(message).toMatchObject({ container });
  });

  it('reports nothing where no such tool was called', () => {
    const [delta, message] = endOf(...text('Hi.'));
    expect(delta).toMatchObject({ delta: { container: null }, usage: { server_tool_use: null } });
    expect(message).toMatchObject({ container: null, usage: { server_tool_use: null } });
  });
});

describe('a citation', () => {
  it('has an index that contains the page and the quote, for this service alone', () => {
    const citations = [{ url: 'https://a.example/', title: 'A', quote: 'Deep lakes.' }];
    const [, message] = [0, json(request, collect(generationOf(...text('Deep.', { citations }))))];
    const [block] = message.content;
    const [citation] = (block?.type === 'text' && block.citations) || [];
    expect(citation).toMatchObject({
      type: 'web_search_result_location',
      url: 'https://a.example/',
      title: 'A',
      cited_text: 'Deep lakes.',
    });
    const index = citation?.type === 'web_search_result_location' ? citation.encrypted_index : '';
    expect(testSigner.decrypt(index, 'search-result')).toBe('["https://a.example/","Deep lakes."]');
  });
});
