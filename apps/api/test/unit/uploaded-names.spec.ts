import { fileChunkBytes } from '@org/engine';
import { contentDisposition } from '#src/files/content-disposition.js';
import { describeUpload } from '#src/files/describe-upload.js';
import { toFileChunks } from '#src/files/to-file-chunks.js';

const bytes = 'application/octet-stream';

describe('the stored data of an uploaded file', () => {
  it.each([
    ['notes.md', bytes, 'notes.md', 'text/markdown'],
    ['a.PDF', bytes, 'a.PDF', 'application/pdf'],
    ['a.pdf', 'Text/Plain', 'a.pdf', 'text/plain'],
    ['data', bytes, 'data', bytes],
    ['C:\\temp\\..\\a.png', bytes, 'a.png', 'image/png'],
    ['../../etc/passwd', bytes, 'passwd', bytes],
    ['a\r\nset-cookie: b\u0000.txt', bytes, 'aset-cookie: b.txt', 'text/plain'],
    ['a.txt', 'text/html\r\nx: y', 'a.txt', 'text/plain'],
    [undefined, 'image/png', 'unnamed.png', 'image/png'],
    ['', bytes, 'unnamed', bytes],
    [`${'a'.repeat(300)}.txt`, bytes, `${'a'.repeat(251)}.txt`, 'text/plain'],
  ])('of %j as %j is %j as %j', (filename, mediaType, name, type) => {
    expect(describeUpload({ filename, mediaType })).toEqual({ filename: name, mediaType: type });
  });

  it.each([
    ['a.txt', `attachment; filename="a.txt"; filename*=UTF-8''a.txt`],
    ['a "b"\\%.txt', `attachment; filename="a _b___.txt"; filename*=UTF-8''a%20%22b%22%5C%25.txt`],
    ['\u00e9\ud800.txt', `attachment; filename="__.txt"; filename*=UTF-8''%C3%A9%EF%BF%BD.txt`],
    [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ])('encodes the name %j so that every browser can read it', (filename, header) => {
    expect(contentDisposition(filename)).toBe(header);
  });

  it.each([
    [[1, 2]],
    [[fileChunkBytes]],
    [[fileChunkBytes - 1, 3, fileChunkBytes]],
    [[2 * fileChunkBytes + 5, 1]],
    [[]],
  ])('is split into parts of one size, from chunks of %j bytes', async (sizes) => {
    const chunks = sizes.map((size, n) => Buffer.alloc(size, n + 1));
    const parts: Buffer[] = [];
    for await (const part of toFileChunks(
      (async function* () {
        yield* chunks;
      })(),
    ))
      parts.push(part);
    expect(Buffer.concat(parts).equals(Buffer.concat(chunks))).toBe(true);
    expect(parts.slice(0, -1).every(({ length }) => length === fileChunkBytes)).toBe(true);
    expect(parts.every(({ length }) => length > 0 && length <= fileChunkBytes)).toBe(true);
  });
});
