import type { Message } from '#src/model/message.js';
import type { MediaPart } from '#src/model/part.js';
import { buildRequest, message } from '#src/testing/builders.js';
import { prepareStep } from '#src/turn/prepare-step.js';

const file = (mediaType: string, bytes: string | Buffer, filename = 'a.txt'): MediaPart => ({
  type: 'media',
  media: 'document',
  filename,
  source: { type: 'base64', mediaType, data: Buffer.from(bytes).toString('base64') },
});

const renderedMessages = (messages: readonly Message[], native?: 'messages' | 'responses'): readonly Message[] =>
  prepareStep(
    { dialect: 'responses', generation: buildRequest([]) },
    messages,
    native === undefined ? {} : { native: { dialect: native, signer: 'far' } },
  ).request.messages;

describe('a document whose bytes are text', () => {
  it.each([
    'text/plain',
    'text/plain;charset=utf-8',
    'Text/CSV',
    'text/x-python',
    'application/json',
    'application/ld+json',
    'application/xml',
    'application/x-yaml',
    'application/javascript',
  ])('is read as text: %s', (mediaType) => {
    const part = file(mediaType, 'Grüße');
    expect(renderedMessages([message('user', 'Look:', part)])).toEqual([
      message('user', 'Look:', { ...part, source: { type: 'text', mediaType: 'text/plain', text: 'Grüße' } }),
    ]);
  });

  it('is read as text in the result of a tool', () => {
    const result = (part: MediaPart): Message =>
      message('tool', {
        type: 'tool-result',
        callId: 'c',
        kind: 'function',
        content: [{ type: 'text', text: 'Here:' }, part],
      });
    const part = file('text/markdown', '# Title');
    expect(renderedMessages([result(part)])).toEqual([
      result({ ...part, source: { type: 'text', mediaType: 'text/plain', text: '# Title' } }),
    ]);
  });

  it('is read in the character set that it names', () => {
    const [prepared] = renderedMessages([
      message('user', file('text/plain; charset=iso-8859-1', Buffer.from([0x47, 0xfc]))),
    ]);
    expect(prepared?.parts[0]).toMatchObject({ source: { type: 'text', text: 'Gü' } });
  });

  it('is passed unchanged to an upstream of its own dialect, and as text to one of the other', () => {
    const messages = [message('user', file('text/plain', 'Hello'))];
    expect(renderedMessages(messages, 'responses')).toBe(messages);
    expect(renderedMessages(messages, 'messages')[0]?.parts[0]).toMatchObject({ source: { type: 'text' } });
  });
});

describe('passes every other document unchanged', () => {
  it.each<[string, MediaPart]>([
    ['a PDF', file('application/pdf', '%PDF-1.7')],
    ['bytes that are not what their type promises', file('text/plain', Buffer.from([0xff, 0xfe, 0xfd]))],
    ['an unknown character set', file('text/plain;charset=klingon', 'a')],
    ['a type that only contains the word', file('application/x-text/plain', 'a')],
  ])('stays as it is: %s', (_, part) =>
    expect(renderedMessages([message('user', part)])).toEqual([message('user', part)]),
  );

  it('costs nothing: a conversation without text in files is passed on unchanged', () => {
    const messages = [message('user', 'Hi', file('application/pdf', '%PDF-1.7'))];
    expect(renderedMessages(messages)).toBe(messages);
  });
});
