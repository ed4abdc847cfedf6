// Citations of documents and search results, by a model whose upstream has none of its own, through the official SDK.
import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import type { GenerationRequest } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { startTestService, type TestService } from '../kit/start-service.js';

const oak = 'A door of oak lasts a century if somebody oils its hinges at the start of every single winter.';
const brass = 'Brass hinges squeak in the cold, and nobody has found a remedy that holds for more than a year.';
const twoPages = readFileSync(new URL('../../test/e2e/two-pages.pdf', import.meta.url)).toString('base64');

let asked: GenerationRequest[];
let answer: string;
let service: TestService;
let client: Anthropic;

beforeAll(async () => {
  const model = createScriptedModel({
    id: 'm',
    script(request) {
      asked.push(request);
      return [...replay(buildResult([answer], { model: 'm' }), 3)];
    },
  });
  service = await startTestService({ models: { m: model } });
  client = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
});
afterAll(() => service.close());
beforeEach(() => {
  asked = [];
});

type Block = Anthropic.ContentBlockParam;

/** The content of the message, which is the same in JSON as in a stream. */
async function contentOf(blocks: readonly Block[], text: string): Promise<Anthropic.ContentBlock[]> {
  answer = text;
  const params: Anthropic.MessageCreateParamsNonStreaming = {
    model: 'm',
    max_tokens: 100,
    messages: [{ role: 'user', content: [...blocks, { type: 'text', text: 'How long do doors last?' }] }],
  };
  const { content } = await client.messages.create(params);
  const streamed = await client.messages.stream(params).finalMessage();
  expect(streamed.content).toEqual(content);
  return content;
}

const readByModel = (): string =>
  (asked[0]?.messages ?? [])
    .flatMap(({ parts }) => parts)
    .map((part) => (part.type === 'text' ? part.text : part.type))
    .join('\n');

describe('A message with a document to cite', () => {
  it('cites the sentences of a text, each in the block that it supports', async () => {
    const content = await contentOf(
      [
        {
          type: 'document',
          title: 'Doors',
          source: { type: 'text', media_type: 'text/plain', data: `${oak} ${brass}` },
          citations: { enabled: true },
        },
      ],
      'A century [1]. They squeak [2], I fear [9].',
    );
    const location = { type: 'char_location', document_index: 0, document_title: 'Doors', file_id: null };
    expect(content).toEqual([
      {
        type: 'text',
        text: 'A century',
        citations: [{ ...location, cited_text: oak, start_char_index: 0, end_char_index: oak.length }],
      },
      {
        type: 'text',
        text: '. They squeak',
        citations: [
          {
            ...location,
            cited_text: brass,
            start_char_index: oak.length + 1,
            end_char_index: oak.length + 1 + brass.length,
          },
        ],
      },
      { type: 'text', text: ', I fear [9].' },
    ]);
    expect(readByModel()).toContain(`[1] ${oak}\n[2] ${brass}`);
  });

  it('cites the pages of a PDF file', async () => {
    const content = await contentOf(
      [
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: twoPages },
          citations: { enabled: true },
        },
      ],
      'They squeak [2].',
    );
    expect(content[0]).toMatchObject({
      citations: [
        {
          type: 'page_location',
          cited_text: expect.stringContaining('Brass hinges squeak'),
          document_index: 0,
          document_title: null,
          start_page_number: 2,
          end_page_number: 3,
        },
      ],
    });
  });

  it('cites the blocks of a document and of a search result', async () => {
    const text = (value: string): Anthropic.TextBlockParam => ({ type: 'text', text: value });
    const content = await contentOf(
      [
        {
          type: 'document',
          source: { type: 'content', content: [text('Ash.'), text('Oak.')] },
          citations: { enabled: true },
        },
        {
          type: 'search_result',
          source: 'https://doors.example',
          title: 'Doors',
          content: [text('Elm.')],
          citations: { enabled: true },
        },
      ],
      'Oak [2] or elm [3].',
    );
    expect(content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []))).toEqual([
      {
        type: 'content_block_location',
        cited_text: 'Oak.',
        document_index: 0,
        document_title: null,
        file_id: null,
        start_block_index: 1,
        end_block_index: 2,
      },
      {
        type: 'search_result_location',
        cited_text: 'Elm.',
        search_result_index: 0,
        source: 'https://doors.example',
        title: 'Doors',
        start_block_index: 0,
        end_block_index: 1,
      },
    ]);
  });

  it('counts the numbers towards the input', async () => {
    const document = (enabled: boolean): Anthropic.MessageCountTokensParams => ({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              source: { type: 'text', media_type: 'text/plain', data: oak },
              citations: { enabled },
            },
          ],
        },
      ],
    });
    const [plain, numbered] = [
      await client.messages.countTokens(document(false)),
      await client.messages.countTokens(document(true)),
    ];
    expect(numbered.input_tokens).toBeGreaterThan(plain.input_tokens);
  });

  it('is answered with a warning where the document has no text', async () => {
    answer = 'I cannot read it.';
    const response = await client.messages
      .create({
        model: 'm',
        max_tokens: 100,
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'document',
                source: { type: 'base64', media_type: 'application/pdf', data: btoa('%PDF-1.7 broken') },
                citations: { enabled: true },
              },
            ],
          },
        ],
      })
      .asResponse();
    expect(response.headers.get('x-service-warning')).toContain('ignored messages.0.content.0: ');
  });
});
