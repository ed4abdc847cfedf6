import { mediaData } from '#src/messages/rules/media-data.js';
import { assistant, decode, errorOf, checkRule, toolUse, user } from '../requests.js';

const image = (data: string): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
const document = (data: string): object => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data },
});

describe('the bytes of a picture or a file', () => {
  it.each([
    ['no bytes', image(''), 'image cannot be empty'],
    ['white space', document(' \n'), 'document cannot be empty'],
    [
      'a data URL',
      image('data:image/png;base64,iVBORw0KGgo='),
      'image should be base64 alone, without the beginning of a data URL',
    ],
    ['a path', image('./picture.png'), 'image should be valid base64'],
    ['the bytes themselves', document('%PDF-1.7\n%\u00e2\u00e3'), 'document should be valid base64'],
  ])('are base64, which no model can read otherwise: not %s', (_, block, fault) => {
    const param = 'messages.2.content.1.source.data';
    const request = { messages: [user('Hi'), assistant('Yes?'), user([{ type: 'text', text: 'Look:' }, block])] };
    expect(checkRule(mediaData, request)).toEqual({ param, message: `${param}: ${fault}` });
    expect(errorOf(() => decode(request))).toMatchObject({ code: 'invalid-request', param });
  });

  it('are also checked in tool results', () =>
    expect(
      checkRule(mediaData, {
        messages: [
          user('Hi'),
          assistant([toolUse('a')]),
          user([{ type: 'tool_result', tool_use_id: 'a', content: [image('iVBO'), image('')] }]),
        ],
      })?.param,
    ).toBe('messages.2.content.0.content.1.source.data'));

  it.each(['iVBORw0KGgo=', 'iVBO\nRw0K', 'a-_b'])('may be wrapped, and in either alphabet: %j', (data) =>
    expect(checkRule(mediaData, { messages: [user([image(data)])] })).toBeUndefined(),
  );

  it('are not asked for where the source is of another kind', () =>
    expect(
      checkRule(mediaData, {
        messages: [
          user([
            { type: 'image', source: { type: 'url', url: 'data:' } },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '' } },
          ]),
        ],
      }),
    ).toBeUndefined());
});
