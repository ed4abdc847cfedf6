import { bodyForm } from '#src/transport/body-form.js';

const form = (contentType: string, text: string): unknown => bodyForm(contentType, Buffer.from(text));

describe('the body of a response', () => {
  it.each(['application/json', 'text/plain; charset=utf-8', 'application/octet-stream', ''])(
    'is a stream by its first line, and a document by its brace, when it is called %j',
    (contentType) => {
      for (const line of [
        'data: {}\n\n',
        'event: error\n',
        ': alive\n\n',
        'id: 1\n',
        'retry: 1\n',
        '\n\ndata: {}',
        '\uFEFFdata: {}',
      ])
        expect(form(contentType, line)).toBe('stream');
      for (const document of ['{"a":1}', '\n\n {"a":1}', '\uFEFF{"a":1}'])
        expect(form(contentType, document)).toBe('document');
    },
  );

  it('is a stream when its content type is that of a stream', () => {
    expect(form('text/event-stream; charset=utf-8', '{"a":1}')).toBe('stream');
  });

  it('that is called JSON is no stream for being broken', () => {
    for (const text of ['oops', '"text"', '[1]', '\u001f\u008b'])
      expect(form('application/json', text)).toBe('document');
  });

  it('is not known by blanks, which some send while they work', () => {
    expect(form('application/json', '\n\n \t\r\n')).toBeUndefined();
    expect(form('text/plain', '\uFEFF')).toBeUndefined();
  });
});
