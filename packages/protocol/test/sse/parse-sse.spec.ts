import * as fc from 'fast-check';
import { loadFixtures, hasResponse } from '#src/fixtures.js';
import {
  formatSseComment,
  formatSseEvent,
  formatSseFrame,
  sseDone,
  SseFrameTooLongError,
  SseParser,
  type SseFrame,
} from '#src/sse.js';

const utf8 = new TextEncoder();

function parse(...chunks: readonly (Uint8Array | string)[]): SseFrame[] {
  const parser = new SseParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
}

function frame(data: string, event?: string, id?: string): SseFrame {
  return { event, data, id };
}

/** `bytes` split at the given offsets. */
function splitAt(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const ends = [...new Set(offsets.map((offset) => offset % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.slice(index === 0 ? 0 : ends[index - 1], end));
}

describe('reading frames', () => {
  it.each<[string, string, readonly SseFrame[]]>([
    ['event and data', 'event: ping\ndata: {}\n\n', [frame('{}', 'ping')]],
    ['data without an event name', 'data: 1\n\n', [frame('1')]],
    ['[DONE] like any other data', 'data: [DONE]\n\n', [frame('[DONE]')]],
    ['CRLF', 'event: a\r\ndata: 1\r\n\r\nevent: b\r\ndata: 2\r\n\r\n', [frame('1', 'a'), frame('2', 'b')]],
    ['CR', 'event: a\rdata: 1\r\rdata: 2\r\r', [frame('1', 'a'), frame('2')]],
    ['all line ends mixed', 'data: 1\r\ndata: 2\rdata: 3\n\r\n', [frame('1\n2\n3')]],
    ['several data lines', 'data: one\ndata:\ndata: three\n\n', [frame('one\n\nthree')]],
    ['an empty data line', 'data:\n\n', [frame('')]],
    ['data without a colon', 'data\n\n', [frame('')]],
    ['only one blank after the colon is dropped', 'data:  two\n\ndata:none\n\n', [frame(' two'), frame('none')]],
    ['a colon in the value', 'data: a:b: c\n\n', [frame('a:b: c')]],
    ['comments are not data', ': keep\n\n:\ndata: 1\n: more\n\n', [frame('1')]],
    ['unknown fields are ignored', 'colour: red\ndata: 1\n\n', [frame('1')]],
    ['field names are case-sensitive', 'Data: 1\n\ndata: 2\n\n', [frame('2')]],
    ['an id', 'id: 7\ndata: 1\n\ndata: 2\n\n', [frame('1', undefined, '7'), frame('2')]],
    ['an id with NUL is ignored', 'id: a\0b\ndata: 1\n\n', [frame('1')]],
    ['an event without data is no frame and leaves no trace', 'event: a\n\ndata: 1\n\n', [frame('1')]],
    ['an empty event name is none', 'event:\ndata: 1\n\n', [frame('1')]],
    ['blank lines between frames', '\n\n\ndata: 1\n\n\n\ndata: 2\n\n', [frame('1'), frame('2')]],
    ['a byte order mark at the start', '\uFEFFdata: 1\n\n', [frame('1')]],
    ['a second one is not a mark', '\uFEFF\uFEFFdata: 1\n\ndata: 2\n\n', [frame('2')]],
    ['one inside the data is preserved', 'data: \uFEFF1\n\n', [frame('\uFEFF1')]],
    ['the line separators of Unicode are data', 'data: a\u2028b\u2029c\u0085d\n\n', [frame('a\u2028b\u2029c\u0085d')]],
    ['a truncated frame is never emitted', 'data: 1\n\ndata: 2\n', [frame('1')]],
    ['an empty stream', '', []],
  ])('%s', (_, text, frames) => {
    expect(parse(text)).toEqual(frames);
    expect(parse(utf8.encode(text))).toEqual(frames);
  });

  it('emits a frame as soon as its blank line arrives, even as a lone CR at the end of a chunk', () => {
    const parser = new SseParser();
    expect(parser.push('data: 1\r\n')).toEqual([]);
    expect(parser.push('\r')).toEqual([frame('1')]);
    expect(parser.push('\ndata: 2\n\n')).toEqual([frame('2')]);
  });

  it('treats a CRLF split by an empty chunk as one line end', () => {
    expect(parse('data: 1\r', '', '\ndata: 2\r', new Uint8Array(), '\n\r', '\n')).toEqual([frame('1\n2')]);
  });

  it('remembers the last id and the time to wait before connecting again', () => {
    const parser = new SseParser();
    parser.push('id: 3\nretry: 2500\ndata: 1\n\nretry: soon\nid\ndata: 2\n\nid: 9\ndata: 3\n\n');
    expect(parser.lastEventId).toBe('9');
    expect(parser.retry).toBe(2500);
  });

  it('malformed UTF-8 becomes the replacement character', () => {
    expect(parse(new Uint8Array([...utf8.encode('data: '), 0xff, 0x41, 0x0a, 0x0a]))).toEqual([frame('\uFFFDA')]);
  });
});

describe('the same bytes in any chunking give the same frames', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'data: x',
      'data:',
      'data',
      ': c',
      'event: a',
      'event:',
      'id: 1',
      'id',
      'retry: 5',
      '',
      '',
      '\uFEFF',
    ),
    fc.string({ unit: 'grapheme' }).map((text) => `data: ${text}`),
  );
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
    .map((lines) => lines.map(([text, end]) => text + end).join(''));

  it('for valid text', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat()), (text, offsets) => {
        const bytes = utf8.encode(text);
        expect(parse(...splitAt(bytes, offsets))).toEqual(parse(bytes));
      }),
    );
  });

  it('byte by byte, for anything at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parse(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(parse(bytes));
      }),
    );
  });

  it('as strings, split between any two characters', () => {
    fc.assert(fc.property(stream, (text) => expect(parse(...text)).toEqual(parse(text))));
  });
});

describe('what is formatted is read back', () => {
  it('for any event', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z._]+$/), fc.jsonValue(), (type, value) => {
        const event = { type, value };
        const [only, ...rest] = parse(formatSseEvent(event));
        expect(rest).toEqual([]);
        expect(only).toEqual(frame(JSON.stringify(event), type));
      }),
    );
  });

  it('as one event with its own data, whatever its type', () => {
    const awkward = fc.string({ unit: fc.constantFrom('a', '\r', '\n', 'data:', 'id:', ' ') });
    fc.assert(
      fc.property(awkward, (type) =>
        expect(parse(formatSseEvent({ type })).map(({ data }) => data)).toEqual([JSON.stringify({ type })]),
      ),
    );
    fc.assert(
      fc.property(awkward, (type) => expect(parse(formatSseFrame('{}', type)).map(({ data }) => data)).toEqual(['{}'])),
    );
  });

  it('for every stream of the fixtures', () => {
    for (const fixture of loadFixtures('messages').filter((item) => hasResponse(item))) {
      const { events } = fixture;
      const frames = parse(events.map((event) => formatSseEvent(event)).join(''));
      expect(frames.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
      expect(frames.map(({ data }) => JSON.parse(data) as unknown)).toEqual(events);
    }
  });

  it('a frame of plain text, with and without a name', () => {
    expect(parse(formatSseFrame(sseDone), formatSseFrame('{}', 'ping'))).toEqual([
      frame('[DONE]'),
      frame('{}', 'ping'),
    ]);
  });

  it('a comment reaches no program, whatever its text', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(parse(formatSseComment(text))).toEqual([])));
    expect(parse(formatSseComment('a\n\ndata: forged\n\n'))).toEqual([]);
  });
});

describe('the limit of a frame', () => {
  const limited = (): SseParser => new SseParser({ maxFrameLength: 20 });

  it.each<[string, readonly string[]]>([
    ['a line without an end', ['data: 0123456789', '0123456789']],
    ['one line', [`data: ${'x'.repeat(30)}\n`]],
    ['many data lines', ['data: 0123456789\n', 'data: 0123456789\n']],
    ['a comment', [`: ${'x'.repeat(30)}\n`]],
  ])('enforces %s', (_, chunks) => {
    const parser = limited();
    expect(() => chunks.forEach((chunk) => parser.push(chunk))).toThrow(SseFrameTooLongError);
  });

  it('restarts with each frame', () => {
    const parser = limited();
    for (let count = 0; count < 50; count += 1) expect(parser.push('data: 0123456789\n\n')).toHaveLength(1);
  });

  it('is named by the error', () => {
    expect(() => limited().push('x'.repeat(21))).toThrow('A server-sent event is longer than 20 characters.');
  });
});
