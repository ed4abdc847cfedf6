// Citations of an upstream without one of our dialects, in both dialects, streaming and non-streaming.
import { emptyUsage, type GenerationResult } from '@org/engine';
import { checkMessageStream } from '@org/protocol/messages';
import { messagesDialect } from '#src/messages.js';
import * as messages from '../messages/response-streams.js';
import { body } from '../messages/requests.js';
import { encodeResponse, rebuiltBySdk, streamed } from '../responses/streamed-responses.js';
import { encodeContext } from '../responses/options.js';

const result: GenerationResult = {
  model: 'm',
  parts: [
    {
      type: 'text',
      text: 'Warm.',
      citations: [
        { url: 'https://a.test/', title: 'A', start: 0, end: 4, quote: 'It is warm' },
        { url: 'https://b.test/' },
      ],
    },
  ],
  finishReason: { unified: 'stop' },
  usage: emptyUsage,
  warnings: [],
};

describe('citations without a dialect', () => {
  it('are citations of a web search in the messages dialect', async () => {
    const request = messagesDialect.parseRequest(body());
    const complete = messages.json(request, result);
    expect(complete.content).toEqual([
      {
        type: 'text',
        text: 'Warm.',
        citations: [
          {
            type: 'web_search_result_location',
            cited_text: 'It is warm',
            encrypted_index: expect.stringMatching(/^[\w+/]{20,}=*$/),
            title: 'A',
            url: 'https://a.test/',
          },
          {
            type: 'web_search_result_location',
            cited_text: '',
            encrypted_index: expect.stringMatching(/^[\w+/]{20,}=*$/),
            title: null,
            url: 'https://b.test/',
          },
        ],
      },
    ]);
    const events = messages.stream(request, result, 2);
    checkMessageStream(events);
    expect(await messages.rebuiltBySdk(messages.sent(events))).toMatchObject({ content: complete.content });
  });

  it('are annotations in the responses dialect', async () => {
    const request = { model: 'm', input: 'q' };
    const complete = encodeResponse(request, result, encodeContext());
    expect(complete.output).toMatchObject([
      {
        content: [
          {
            type: 'output_text',
            annotations: [
              { type: 'url_citation', url: 'https://a.test/', title: 'A', start_index: 0, end_index: 4 },
              { type: 'url_citation', url: 'https://b.test/', title: 'https://b.test/', start_index: 0, end_index: 5 },
            ],
          },
        ],
      },
    ]);
    expect(await rebuiltBySdk(streamed(request, result, 2, encodeContext()))).toMatchObject({
      output: JSON.parse(JSON.stringify(complete.output)),
    });
  });
});
