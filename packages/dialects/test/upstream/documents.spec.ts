// Files for an upstream of the other dialect: each API requires its own format.
import type { JsonObject } from '@org/engine';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { body as messagesBody, decodeOptions as messagesOptions } from '../messages/requests.js';
import { decodeOptions as responsesOptions } from '../responses/options.js';
import { target } from '../upstream-target.js';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

function toResponses(document: object): unknown {
  const request = messagesDialect.parseRequest(
    messagesBody({ messages: [{ role: 'user', content: [{ type: 'document', ...document }] }] }),
  );
  const { generation } = messagesDialect.decodeRequest(request, messagesOptions({ native: 'responses' }));
  const [message] = responsesApi.encode(generation, target).body['input'] as readonly {
    content: readonly JsonObject[];
  }[];
  return message?.content[0];
}

function toMessages(file: object): { readonly content: unknown; readonly warned: readonly string[] } {
  const request = responsesDialect.parseRequest({
    model: 'm',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Read.' },
          { type: 'input_file', ...file },
        ],
      },
    ],
  });
  const { generation } = responsesDialect.decodeRequest(request, { ...responsesOptions(), native: 'messages' });
  const { body, warnings } = messagesApi.encode(generation, target);
  const [message] = body['messages'] as readonly { content: readonly JsonObject[] }[];
  return { content: message?.content.slice(1), warned: warnings.map(({ message: text }) => text) };
}

describe('a document of the messages dialect to a responses upstream', () => {
  const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' };

  it.each([
    ['a title', { title: 'Annual report 2.0' }, 'Annual report 2.0.pdf'],
    ['a title that is a name', { title: 'Report.PDF' }, 'Report.PDF'],
    ['no title', {}, 'document.pdf'],
  ])(
    'has a file name with the extension of its type, which the upstream derives from it: %s',
    (_, titled, filename) => {
      expect(toResponses({ source, ...titled })).toEqual({
        type: 'input_file',
        file_data: 'data:application/pdf;base64,JVBERi0=',
        filename,
      });
    },
  );
});

describe('an image of the messages dialect to a responses upstream', () => {
  it('sets the image detail, which servers with strict validation require', () => {
    expect(toResponses({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } })).toEqual({
      type: 'input_image',
      image_url: 'data:image/png;base64,iVBO',
      detail: 'auto',
    });
  });
});

describe('a file of the responses dialect to a messages upstream', () => {
  it('is a document when it is a PDF', () => {
    expect(toMessages({ filename: 'a.pdf', file_data: 'JVBERi0=' })).toEqual({
      content: [
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
          title: 'a.pdf',
        },
      ],
      warned: [],
    });
  });

  it('is omitted with a warning where the API does not support its type', () => {
    expect(toMessages({ filename: 'a.docx', file_data: `data:${docx};base64,UEs=` })).toEqual({
      content: [],
      warned: [expect.stringContaining(docx) as string],
    });
  });
});
