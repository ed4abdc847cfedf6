// Hosted tools that this service runs, as the unmodified AI SDK shows them with its provider tools.
import { createAnthropic } from '@ai-sdk/anthropic';
import type { ServerCall, ServerCallOutcome } from '@org/engine';
import { formatSseEvent } from '@org/protocol/sse';
import { messagesDialect } from '#src/messages.js';
import { callEvents, collect, generationOf } from '../mcp-call.js';
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
} from '../messages/hosted-tools/calls.js';
import { body, encodeContext } from '../messages/requests.js';
import { sdkResultOfJson, sdkResultOfStream, type Model, type SdkResult } from './ai-sdk/sdk-result.js';
import { serve, type ContentType } from './encode-case.js';

type Tools = NonNullable<Parameters<Model['doStream']>[0]['tools']>;

const request = messagesDialect.parseRequest(body());
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }];
const tools: Tools = [
  { type: 'provider', id: 'anthropic.web_search_20250305', name: 'web_search', args: {} },
  { type: 'provider', id: 'anthropic.web_fetch_20250910', name: 'web_fetch', args: {} },
  { type: 'provider', id: 'anthropic.code_execution_20250825', name: 'code_execution', args: {} },
];

function modelOf(payload: string, type: ContentType): Model {
  return createAnthropic({ apiKey: 'k', baseURL: 'http://localhost/v1', fetch: serve(payload, type) })('m');
}

async function shown(call: ServerCall, outcome: ServerCallOutcome): Promise<readonly SdkResult[]> {
  const events = generationOf(...callEvents(form, call, outcome));
  const encoder = messagesDialect.createEncoder(request, encodeContext());
  const sse = events.flatMap((event) => encoder.push(event)).map(formatSseEvent);
  const json = messagesDialect.createEncoder(request, encodeContext()).response(collect(events));
  const { stream } = await modelOf(sse.join(''), 'text/event-stream').doStream({ prompt, tools });
  const generated = await modelOf(JSON.stringify(json), 'application/json').doGenerate({ prompt, tools });
  return [sdkResultOfJson(generated), await sdkResultOfStream(stream)];
}

describe('the unmodified AI SDK shows of a hosted tool', () => {
  it.each<[string, ServerCall, ServerCallOutcome, string, readonly string[]]>([
    ['a search', searchCall, outcomeOf(found), 'web_search', ['https://a.example/', 'https://b.example/']],
    ['a page', fetchCall, outcomeOf(fetched), 'web_fetch', []],
    [
      'a PDF file',
      fetchCall,
      outcomeOf({
        type: 'web-fetch',
        url: 'https://a.example/',
        retrievedAt: 0,
        document: { type: 'pdf', base64: 'JVBERg==', pages: ['one'] },
        citations: false,
      }),
      'web_fetch',
      [],
    ],
    ['Python', pythonCall, outcomeOf(ran), 'code_execution', []],
    ['a command', bashCall, outcomeOf({ ...ran, language: 'bash' }), 'code_execution', []],
    [
      'a view',
      editorCall,
      outcomeOf({ ...ran, language: 'editor', edit: { file_type: 'text', content: 'one' } }),
      'code_execution',
      [],
    ],
    ...(['create', 'str_replace'] as const).map(
      (command): [string, ServerCall, ServerCallOutcome, string, readonly string[]] => [
        command,
        { ...editorCall, argumentsText: JSON.stringify({ command, path: 'a.txt' }) },
        outcomeOf({ ...ran, language: 'editor', edit: {} }),
        'code_execution',
        [],
      ],
    ),
  ])('the call and its result, in both forms: %s', async (_, call, outcome, name, sources) => {
    for (const result of await shown(call, outcome)) {
      expect(result.errors).toEqual([]);
      expect(result.parts).toMatchObject([
        {
          type: 'call',
          id: 'srvtoolu_1',
          name,
          hosted: true,
          input: expect.objectContaining(JSON.parse(call.argumentsText)),
        },
        { type: 'result', id: 'srvtoolu_1', name, failed: false },
      ]);
      expect(result.sources).toEqual(sources);
    }
  });

  it.each([
    [searchCall, 'web_search'],
    [fetchCall, 'web_fetch'],
  ])('a failure', async (call, name) => {
    for (const { parts, errors } of await shown(call, outcomeOf({ type: 'failed', code: 'unavailable' }))) {
      expect(errors).toEqual([]);
      expect(parts).toMatchObject([
        { type: 'call', name },
        { type: 'result', name, failed: true },
      ]);
    }
  });

  it.each([pythonCall, bashCall, editorCall])('failed code without an error of its own: %#', async (call) => {
    for (const { parts, errors } of await shown(call, outcomeOf({ type: 'failed', code: 'unavailable' }, 'Why.'))) {
      expect(errors).toEqual([]);
      expect(parts).toMatchObject([
        { type: 'call', name: 'code_execution' },
        { type: 'result', name: 'code_execution' },
      ]);
    }
  });
});
