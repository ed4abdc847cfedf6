// A client of one dialect and an upstream of the other, over the corpus: what both can say survives, what the upstream
// cannot be told is a warning.
import {
  type GenerationEvent,
  type GenerationRequest,
  type GenerationResult,
  type JsonObject,
  type MediaPart,
  type Message,
  type Part,
  ResultCollector,
  type ToolResultPart,
  type UpstreamApi,
} from '@org/engine';
import { EventGrammar } from '@org/engine/testing';
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import { accumulateMessages, checkMessageStream, messageCreateParamsSchema } from '@org/protocol/messages';
import { accumulateResponses, checkResponseStream, responseCreateParamsSchema } from '@org/protocol/responses';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { jsonOf } from '#src/shared/json-of.js';
import {
  body as messagesBody,
  decodeOptions as messagesOptions,
  encodeContext as messagesContext,
} from '../messages/requests.js';
import { decodeOptions as responsesOptions, encodeContext as responsesContext } from '../responses/options.js';
import { target } from '../upstream-target.js';
import { readMessage, readResponse } from '../read-response.js';

const messagesCases = loadFixtures('messages')
  .flatMap((example) => (hasResponse(example) ? [example] : []))
  .filter(
    ({ request }) =>
      request.thread == null && new Set(request.tools?.map(({ name }) => name)).size === (request.tools?.length ?? 0),
  );
const responsesCases = loadFixtures('responses')
  .flatMap((example) => (hasResponse(example) ? [example] : []))
  .filter(
    ({ name, response }) =>
      !['empty-output', 'prompt-template'].includes(name) &&
      (response.status === 'completed' || response.status === 'incomplete'),
  );

/** What a conversation says, whatever the wire: who, and what words, calls, results and pictures. */
function gist(messages: readonly Message[]): unknown[] {
  return messages.flatMap(({ role, parts }) =>
    parts.flatMap((part) => partContent(part, role === 'developer' ? 'system' : role)),
  );
}

function partContent(part: Part, role: string): unknown[] {
  switch (part.type) {
    case 'text':
      return [[role, part.text]];
    case 'tool-call':
      return [
        [
          'call',
          part.callId,
          JSON.parse(
            part.kind === 'custom'
              ? JSON.stringify({ input: part.argumentsText })
              : part.argumentsText === ''
                ? '{}'
                : part.argumentsText,
          ),
        ],
      ];
    case 'tool-result':
      return [['result', part.callId, part.content.flatMap((content) => partContent(content, 'tool'))]];
    case 'media':
      return part.source.type === 'file' || part.media === 'audio'
        ? []
        : part.source.type === 'text'
          ? [[role, part.source.text]]
          : [[role, part.media, part.source]];
    case 'opaque':
      return part.text === undefined ? [] : [[role, part.text]];
    case 'reasoning':
      return [];
  }
}

/** Instructions that are told in the name of the user, as such. */
function unmarkedInstruction(content: unknown): unknown {
  const [, instruction] = /^\["user","<system>\\n(.*)\\n<\/system>"\]$/.exec(JSON.stringify(content)) ?? [];
  return instruction === undefined ? content : ['system', JSON.parse(`"${instruction}"`)];
}

/** The messages as a wire says them that has words only for errors and named texts, and one text for instructions. */
function flattenMessages(messages: readonly Message[]): readonly Message[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const instructions = messages
    .slice(0, first)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n');
  const content = messages
    .slice(first)
    .map((message) => ({ ...message, parts: message.parts.map((part) => flattenPart(part)) }));
  return instructions === ''
    ? content
    : [{ role: 'system', parts: [{ type: 'text', text: instructions }] }, ...content];
}

function flattenPart(part: Part): Part {
  if (part.type === 'media') return flattenMedia(part);
  if (part.type !== 'tool-result') return part;
  const content = part.content.map((inner) => (inner.type === 'media' ? flattenMedia(inner) : inner));
  return {
    ...part,
    content: asOneText(part.isError === true ? [{ type: 'text', text: 'Error:' }, ...content] : content),
  };
}

/** What is text alone is one text there; an error says so in front of its words. */
function asOneText(content: ToolResultPart['content']): ToolResultPart['content'] {
  const texts = content.flatMap((part) =>
    part.type === 'media'
      ? part.source.type === 'text'
        ? [part.source.text]
        : []
      : part.text === undefined
        ? []
        : [part.text],
  );
  const shown = content.filter((part) =>
    part.type === 'media' ? part.source.type !== 'file' : part.text !== undefined,
  );
  return texts.length < shown.length
    ? content
    : [{ type: 'text', text: texts.join('\n').replace(/^Error:\n/, 'Error: ') }];
}

function flattenMedia(part: MediaPart): MediaPart {
  const { source, filename } = part;
  return source.type === 'text' && filename !== undefined
    ? { ...part, source: { ...source, text: `${filename}\n\n${source.text}` } }
    : part;
}

/** Parts that the wire cannot be told, of which each needs a warning. */
function untellable(messages: readonly Message[], api: UpstreamApi): number {
  const lost = (part: Part): number => {
    switch (part.type) {
      case 'media':
        return part.source.type === 'file' || (api.dialect === 'messages' && part.media === 'audio') ? 1 : 0;
      case 'opaque':
        return part.text === undefined ? 1 : 0;
      case 'tool-result':
        return part.content.reduce((sum, content) => sum + lost(content), 0);
      default:
        return 0;
    }
  };
  return messages.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + lost(part), 0), 0);
}

function translated(request: GenerationRequest, api: UpstreamApi): JsonObject {
  const { body, warnings } = api.encode(request, target);
  expect(warnings.filter(({ kind, message }) => kind === 'dropped' && !message.includes('reasoning'))).toHaveLength(
    untellable(request.messages, api),
  );
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

describe.each(messagesCases.filter(({ request }) => request.compaction == null))(
  'the messages request of $name to a responses upstream',
  ({ request, version }) => {
    const turn = messagesDialect.decodeRequest(
      messagesDialect.parseRequest(request),
      messagesOptions({ native: 'responses', ...(version !== undefined && { version }) }),
    );

    it('says the same', () => {
      const body = translated(turn.generation, responsesApi);
      responseCreateParamsSchema.parse(body);
      const again = responsesDialect.decodeRequest(responsesDialect.parseRequest(body), responsesOptions());
      expect(gist(again.generation.messages)).toEqual(gist(flattenMessages(turn.generation.messages)));
      expect(again.generation.tools.map((tool) => tool.kind !== 'hosted' && tool.name)).toEqual(
        turn.generation.tools.flatMap((tool) => (tool.kind === 'hosted' ? [] : [tool.name])),
      );
      expect(again.generation.toolChoice.type).toBe(turn.generation.toolChoice.type);
    });
  },
);

/** Nothing of the first can be said in words, the second answers a call that only its own service knows, and the others are refused. */
const wordless = ['mcp-approval-response', 'program-output', 'compaction-trigger', 'compaction-input'];

describe.each(responsesCases.filter(({ name }) => !wordless.includes(name)))(
  'the responses request of $name to a messages upstream',
  ({ request }) => {
    const items = Object.fromEntries(
      responsesDialect
        .referencedItems(request)
        .map((id) => [id, { type: 'message', id, role: 'user', content: 'stored' }]),
    );
    const turn = responsesDialect.decodeRequest(request, { ...responsesOptions({}, items), native: 'messages' });

    it('says the same', () => {
      const body = translated(turn.generation, messagesApi);
      messageCreateParamsSchema.parse(body);
      const again = messagesDialect.decodeRequest(messagesDialect.parseRequest(body), messagesOptions());
      expect(gist(again.generation.messages).map(unmarkedInstruction)).toEqual(gist(turn.generation.messages));
      expect(again.generation.limits.maxOutputTokens).toBe(
        turn.generation.limits.maxOutputTokens ?? target.maxOutputTokens,
      );
    });
  },
);

function read(
  api: UpstreamApi,
  request: GenerationRequest,
  events: readonly object[],
): { events: GenerationEvent[]; result: GenerationResult } {
  const collector = new ResultCollector();
  const grammar = new EventGrammar();
  const seen: GenerationEvent[] = [];
  const reader = api.createReader(request, target, [], (event) => {
    grammar.push(event);
    collector.push(event);
    seen.push(event);
  });
  for (const event of events) reader.push(jsonOf(event));
  grammar.end();
  return { events: seen, result: collector.result() };
}

function contentOf(parts: readonly Part[]): unknown[] {
  return parts.flatMap((part): unknown[] => {
    if (part.type === 'tool-call') return [[part.callId, part.name]];
    return part.type === 'text' && part.text.trim() !== '' ? [part.text] : [];
  });
}

/** The pages that texts rest on, as either wire says it. */
function pagesIn(texts: readonly object[], member: 'annotations' | 'citations'): unknown[] {
  return texts.flatMap((text) => {
    const cited = jsonOf(text)[member];
    return Array.isArray(cited)
      ? cited.flatMap(({ url, title }) => (typeof url === 'string' ? [[url, title ?? url]] : []))
      : [];
  });
}

function contentsOf(output: readonly object[]): readonly object[] {
  return output.flatMap((item) => {
    const { content } = jsonOf(item);
    return Array.isArray(content) ? (content as readonly object[]) : [];
  });
}

const responsesRequest = responsesDialect.parseRequest({ model: 'm', input: 'q', store: false });
const fromResponses = responsesDialect.decodeRequest(responsesRequest, responsesOptions()).generation;
const messagesRequest = messagesDialect.parseRequest(messagesBody());
const fromMessages = messagesDialect.decodeRequest(messagesRequest, messagesOptions()).generation;

describe.each(messagesCases)('the answer to $name for a client of the responses dialect', ({ response, events }) => {
  it('keeps words, the pages that they rest on, thoughts, calls and counts', () => {
    const decoded = read(messagesApi, fromResponses, events);
    const encoder = responsesDialect.createEncoder(responsesRequest, responsesContext());
    const onward = decoded.events.flatMap((event) => encoder.push(event));
    checkResponseStream(onward);
    const { output, usage } = accumulateResponses(onward);
    const complete = readResponse({ ...accumulateResponses(onward), output });
    const content = contentOf(readMessage(response).parts);
    // A refusal is said in words at the end.
    expect(contentOf(complete.parts).slice(0, content.length)).toEqual(content);
    expect(contentOf(complete.parts)).toHaveLength(content.length + (response.stop_reason === 'refusal' ? 1 : 0));
    expect(pagesIn(contentsOf(output), 'annotations')).toEqual(pagesIn(response.content, 'citations'));
    const reasoning = response.content.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking');
    expect(output.filter(({ type }) => type === 'reasoning')).toHaveLength(reasoning.length);
    expect(usage).toMatchObject({ output_tokens: response.usage.output_tokens });
  });
});

describe.each(responsesCases)('the answer to $name for a client of the messages dialect', ({ response, events }) => {
  it('keeps words, the pages that they rest on, thoughts, calls and counts', () => {
    const decoded = read(responsesApi, fromMessages, events);
    const encoder = messagesDialect.createEncoder(messagesRequest, messagesContext());
    const onward = decoded.events.flatMap((event) => encoder.push(event));
    checkMessageStream(onward);
    const message = accumulateMessages(JSON.parse(JSON.stringify(onward)));
    const before = readResponse(response);
    const content = contentOf(before.parts);
    const heard = contentOf(readMessage(message).parts);
    expect(pagesIn(message.content, 'citations')).toEqual(pagesIn(contentsOf(response.output), 'annotations'));
    // An answer of which nothing can be shown says so.
    const shown = content.length > 0 || before.parts.some(({ type }) => type === 'reasoning');
    expect(shown ? heard : []).toEqual(content);
    expect(message.content.length).toBeGreaterThan(0);
    expect(message.usage.output_tokens).toBe(before.usage.outputTokens);
  });
});

describe('a request of which an upstream could be told nothing', () => {
  it.each([messagesApi, responsesApi])('is refused here', (api) => {
    const opaque: Part = { type: 'opaque', dialect: 'messages', apiType: 'blob', value: { type: 'blob' } };
    const request: GenerationRequest = {
      ...fromMessages,
      extensions: {},
      messages: [{ role: 'user', parts: [opaque] }],
    };
    expect(() => api.encode(request, target)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });
});

describe('reasoning that an upstream sealed', () => {
  it('goes through a client of the responses dialect back to a messages upstream as it was', () => {
    const { events, response } = messagesCases.find(({ name }) => name === 'thinking-before-tool') ?? messagesCases[0]!;
    const { result } = read(messagesApi, fromResponses, events);
    const { output } = responsesDialect.createEncoder(responsesRequest, responsesContext()).response(result);
    const next = responsesDialect.parseRequest(
      JSON.parse(
        JSON.stringify({
          model: 'm',
          store: false,
          input: [
            { role: 'user', content: 'q' },
            ...output,
            ...output.flatMap((item) =>
              item.type === 'function_call'
                ? [{ type: 'function_call_output', call_id: item['call_id'], output: 'seen' }]
                : [],
            ),
          ],
        }),
      ),
    );
    const turn = responsesDialect.decodeRequest(next, { ...responsesOptions(), native: 'messages' });
    const { body, warnings } = messagesApi.encode(turn.generation, target);
    expect(warnings).toEqual([]);
    const thinking = response.content.find(({ type }) => type === 'thinking');
    expect(thinking).toBeDefined();
    expect(body['messages']).toContainEqual(
      expect.objectContaining({ role: 'assistant', content: expect.arrayContaining([thinking]) }),
    );
  });

  it('goes through a client of the messages dialect back to a responses upstream as it was', () => {
    const { events, response } =
      responsesCases.find(({ name }) => name === 'reasoning-encrypted') ?? responsesCases[0]!;
    const { result } = read(responsesApi, fromMessages, events);
    const { content } = messagesDialect.createEncoder(messagesRequest, messagesContext()).response(result);
    const next = messagesDialect.parseRequest(
      JSON.parse(
        JSON.stringify(
          messagesBody({
            messages: [
              { role: 'user', content: 'q' },
              { role: 'assistant', content },
              { role: 'user', content: 'and?' },
            ],
          }),
        ),
      ),
    );
    const { generation } = messagesDialect.decodeRequest(next, messagesOptions({ native: 'responses' }));
    const { body, warnings } = responsesApi.encode(generation, target);
    expect(warnings).toEqual([]);
    const { encrypted_content } = response.output.find(({ type }) => type === 'reasoning') ?? {};
    expect(typeof encrypted_content).toBe('string');
    expect(body['input']).toContainEqual(expect.objectContaining({ type: 'reasoning', encrypted_content }));
  });

  it('never goes to another upstream', () => {
    const { events } = messagesCases.find(({ name }) => name === 'thinking-before-tool') ?? messagesCases[0]!;
    const { result } = read(messagesApi, fromMessages, events);
    const request: GenerationRequest = {
      ...fromMessages,
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'q' }] },
        { role: 'assistant', parts: result.parts },
      ],
    };
    for (const api of [messagesApi, responsesApi]) {
      const { body, warnings } = api.encode(request, { ...target, signer: 'other' });
      expect(JSON.stringify(body)).not.toMatch(/thinking_|signature|encrypted_content":/);
      expect(warnings).toContainEqual(
        expect.objectContaining({ kind: 'dropped', message: expect.stringContaining('reasoning') }),
      );
    }
  });

  it('goes nowhere else where an answer was nothing but thoughts', () => {
    const reasoning: Part = {
      type: 'reasoning',
      text: 'Hm.',
      signature: { signer: 'elsewhere', form: 'signature', data: 'proof' },
    };
    const request: GenerationRequest = {
      ...fromMessages,
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'q' }] },
        { role: 'assistant', parts: [reasoning] },
      ],
    };
    for (const api of [messagesApi, responsesApi]) {
      const { body, warnings } = api.encode(request, target);
      expect(JSON.stringify(body)).not.toMatch(/Hm\.|proof/);
      expect(warnings).toContainEqual(
        expect.objectContaining({
          kind: 'dropped',
          message: expect.stringContaining(
            '1 reasoning part that the upstream, as far as the service knows, did not generate',
          ),
        }),
      );
    }
  });
});
