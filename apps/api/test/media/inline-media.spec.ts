import { inlineMedia, type InlineOptions } from '#src/media/inline-media.js';
import { MediaUrlError } from '@org/hosted-tools';
import type { MediaPart } from '@org/engine';
import { message } from '@org/engine/testing';

const image = (url: string): MediaPart => ({
  type: 'media',
  media: 'image',
  source: { type: 'url', url },
  detail: 'low',
});
const text = (url: string): MediaPart => ({
  type: 'media',
  media: 'document',
  source: { type: 'url', url },
  filename: 'notes',
});

function options(overrides: Partial<InlineOptions> = {}): InlineOptions & { readonly fetched: string[] } {
  const fetched: string[] = [];
  return {
    fetched,
    maxPerRequest: 3,
    isRequired: () => true,
    signal: new AbortController().signal,
    fetch: async (url) => {
      fetched.push(url);
      if (url.startsWith('bad:')) throw new MediaUrlError(url, 'is bad');
      return url.startsWith('text:')
        ? { mediaType: 'text/plain', bytes: Buffer.from('words') }
        : { mediaType: 'image/png', bytes: Buffer.from([1, 2]) };
    },
    ...overrides,
  };
}

describe('URLs of media', () => {
  it('replaces URLs by bytes at every path and fetches each once', async () => {
    const wanted = options();
    const { messages } = await inlineMedia(
      [
        message('user', 'look', image('i:a'), text('text:b')),
        message('tool', { type: 'tool-result', callId: 'c', kind: 'function', content: [image('i:a')] }),
      ],
      wanted,
    );
    const bytes = {
      type: 'media',
      media: 'image',
      detail: 'low',
      source: { type: 'base64', mediaType: 'image/png', data: 'AQI=' },
    };
    expect(messages).toEqual([
      message('user', 'look', bytes as MediaPart, {
        type: 'media',
        media: 'document',
        filename: 'notes',
        source: { type: 'text', mediaType: 'text/plain', text: 'words' },
      }),
      message('tool', { type: 'tool-result', callId: 'c', kind: 'function', content: [bytes as MediaPart] }),
    ]);
    expect(wanted.fetched.toSorted()).toEqual(['i:a', 'text:b']);
  });

  it('returns the same messages when there are no URLs', async () => {
    const messages = [
      message('user', 'hi', {
        type: 'media',
        media: 'image',
        source: { type: 'base64', mediaType: 'image/png', data: '' },
      }),
    ];
    expect((await inlineMedia(messages, options())).messages).toBe(messages);
  });

  it('rejects the request when one of its fetches fails, and aborts the others', async () => {
    let ended: AbortSignal | undefined;
    const fetch: InlineOptions['fetch'] = async (url, signal) => {
      if (url === 'bad:') throw new MediaUrlError(url, 'is bad');
      ended = signal;
      return new Promise(() => undefined);
    };
    await expect(
      inlineMedia([message('user', image('i:slow'), image('bad:'))], options({ fetch })),
    ).rejects.toMatchObject({ code: 'invalid-request', url: 'bad:' });
    expect(ended?.aborted).toBe(true);
  });

  it('omits media of earlier turns that fail, with a note to the model and a warning', async () => {
    const { messages, warnings } = await inlineMedia(
      [message('user', image('bad:old')), message('user', image('i:new'))],
      options({ isRequired: (url) => url === 'i:new' }),
    );
    expect(messages[0]).toEqual(message('user', '[image: not available to the model]'));
    expect(messages[1]?.parts[0]).toMatchObject({ source: { type: 'base64' } });
    expect(warnings).toMatchObject([{ kind: 'dropped' }]);
  });

  it('limits the number of media: rejects the request, and omits the oldest of earlier turns', async () => {
    const many = ['i:1', 'i:2', 'i:3', 'i:4'].map((url) => message('user', image(url)));
    await expect(inlineMedia(many, options())).rejects.toMatchObject({ rule: expect.stringContaining('at most 3') });
    const wanted = options({ isRequired: (url) => url === 'i:4' });
    const { messages } = await inlineMedia(many, wanted);
    expect(wanted.fetched.toSorted()).toEqual(['i:2', 'i:3', 'i:4']);
    expect(messages[0]?.parts[0]).toMatchObject({ type: 'text' });
  });

  it('that lead to something of another kind break a rule', async () => {
    await expect(inlineMedia([message('user', image('text:a'))], options())).rejects.toMatchObject({
      rule: 'must return an image',
    });
    await expect(inlineMedia([message('user', text('i:a'))], options())).rejects.toMatchObject({
      rule: 'must return a document',
    });
  });
});
