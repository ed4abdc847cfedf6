import { inlineFiles, type FileOptions } from '#src/media/inline-files.js';
import type { MediaPart } from '@org/engine';
import { fileChunkBytes, type FileRecord } from '@org/engine';
import { message } from '@org/engine/testing';

const part = (media: MediaPart['media'], fileId: string, filename?: string): MediaPart => ({
  type: 'media',
  media,
  source: { type: 'file', fileId },
  ...(filename !== undefined && { filename }),
});
const large = Buffer.alloc(fileChunkBytes + 2, 'abc');
const files: Readonly<Record<string, readonly [mediaType: string, bytes: Buffer]>> = {
  picture: ['image/png', Buffer.from([1, 2])],
  notes: ['text/plain; charset=latin1', Buffer.from('caf\u00e9', 'latin1')],
  large: ['application/pdf', large],
};

function options(
  overrides: Partial<FileOptions> = {},
): FileOptions & { readonly read: string[]; readonly reserved: number[] } {
  const read: string[] = [];
  const reserved: number[] = [];
  return {
    read,
    reserved,
    owner: 'ada',
    native: undefined,
    maxBytes: 10_000_000,
    reserve: (bytes) => void reserved.push(bytes) as undefined,
    pathOf: (id) => `at.${id}`,
    store: {
      async getFile(owner, id): Promise<FileRecord | undefined> {
        const [mediaType, bytes] = files[id] ?? [];
        return owner !== 'ada' || mediaType === undefined || bytes === undefined
          ? undefined
          : { id, owner, mediaType, size: bytes.length, filename: `${id}.x`, purpose: 'user_data', createdAt: 1 };
      },
      async readFileChunk(_, id, number) {
        read.push(`${id} ${number}`);
        return files[id]?.[1].subarray(number * fileChunkBytes, (number + 1) * fileChunkBytes);
      },
    },
    ...overrides,
  };
}

describe('Files that messages name', () => {
  it('replaces files by their content at every path, and reads each once, in chunks', async () => {
    const asked = options();
    const messages = await inlineFiles(
      [
        message('user', part('image', 'picture'), part('document', 'large')),
        message('tool', {
          type: 'tool-result',
          callId: 'c',
          kind: 'function',
          content: [part('document', 'large', 'own.pdf')],
        }),
      ],
      asked,
    );
    const source = { type: 'base64', mediaType: 'application/pdf', data: large.toString('base64') } as const;
    expect(messages).toEqual([
      message(
        'user',
        { ...part('image', 'picture'), source: { type: 'base64', mediaType: 'image/png', data: 'AQI=' } },
        { ...part('document', 'large', 'large.x'), source },
      ),
      message('tool', {
        type: 'tool-result',
        callId: 'c',
        kind: 'function',
        content: [{ ...part('document', 'large', 'own.pdf'), source }],
      }),
    ]);
    expect(asked.read).toEqual(['picture 0', 'large 0', 'large 1']);
    expect(asked.reserved).toEqual([2 + large.length]);
  });

  it('leaves messages without files unchanged', async () => {
    const messages = [message('user', 'hi')];
    expect(await inlineFiles(messages, options())).toBe(messages);
  });

  it('inlines files as text for an upstream of the messages dialect, in their own encoding, and as bytes for all others', async () => {
    const sourceFor = async (native: FileOptions['native']): Promise<unknown> =>
      (await inlineFiles([message('user', part('document', 'notes'))], options({ native })))[0]?.parts[0];
    expect(await sourceFor('messages')).toMatchObject({
      filename: 'notes.x',
      source: { type: 'text', mediaType: 'text/plain', text: 'caf\u00e9' },
    });
    for (const native of ['responses', undefined] as const)
      expect(await sourceFor(native)).toMatchObject({
        source: { type: 'base64', mediaType: 'text/plain; charset=latin1' },
      });
  });

  it('passes unknown file ids to an upstream that may have them, and rejects them for every other', async () => {
    const messages = [message('user', part('image', 'of-the-upstream'))];
    expect(await inlineFiles(messages, options({ native: 'responses' }))).toBe(messages);
    await expect(inlineFiles(messages, options())).rejects.toMatchObject({
      code: 'not-found',
      param: 'at.of-the-upstream',
      message: 'at.of-the-upstream: there is no file with this id.',
    });
    await expect(
      inlineFiles([message('user', part('image', 'picture'))], options({ owner: 'bob' })),
    ).rejects.toMatchObject({ code: 'not-found', message: 'at.picture: there is no file with this id.' });
  });

  it('names deleted files of an earlier turn, unless they never existed here', async () => {
    const own = `file_${'0'.repeat(29)}`;
    const earlier = options({ pathOf: () => undefined });
    await expect(inlineFiles([message('user', part('image', own))], earlier)).rejects.toMatchObject({
      code: 'not-found',
      param: undefined,
      message: `The file '${own}' of an earlier turn is no longer stored.`,
    });
    const elsewhere = [message('user', part('image', 'file-of-an-upstream'))];
    expect(await inlineFiles(elsewhere, earlier)).toBe(elsewhere);
  });

  it('requires files to match the type of their parts and to stay below the total size', async () => {
    await expect(inlineFiles([message('user', part('image', 'notes'))], options())).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'at.notes: the file must be an image.',
    });
    await expect(inlineFiles([message('user', part('document', 'picture'))], options())).rejects.toMatchObject({
      message: 'at.picture: the file must be a document.',
    });
    const tooMuch = options({ maxBytes: large.length + 1 });
    await expect(
      inlineFiles([message('user', part('document', 'large'), part('image', 'picture'))], tooMuch),
    ).rejects.toMatchObject({ code: 'too-large', param: 'at.picture' });
    expect(tooMuch.read).toEqual([]);
  });

  it('does not treat a file that is deleted during the read as complete', async () => {
    const asked = options();
    const store = {
      ...asked.store,
      readFileChunk: async (owner: string, id: string, number: number) =>
        number > 0 ? undefined : await asked.store.readFileChunk(owner, id, number),
    };
    await expect(inlineFiles([message('user', part('document', 'large'))], { ...asked, store })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
