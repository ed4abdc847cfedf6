import { cacheFetches } from '#src/media/cache-fetches.js';
import { MediaUrlError } from '@org/hosted-tools';

const { signal } = new AbortController();

/** A site that returns as many bytes as the URL requests. */
function site(): { readonly asked: string[]; readonly fetch: Parameters<typeof cacheFetches>[0] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(url) {
      asked.push(url);
      if (asked.length === 1 && url === 'late') throw new MediaUrlError(url, 'is not there yet');
      return { mediaType: 'image/png', bytes: Buffer.alloc(Number(url) || 0) };
    },
  };
}

describe('media that are fetched once', () => {
  it('fetches the same address once, as far as the cache has space', async () => {
    const { asked, fetch } = site();
    const once = cacheFetches(fetch, 10);
    for (const url of ['4', '7', '6', '4', '7', '6']) expect((await once(url, signal)).bytes).toHaveLength(Number(url));
    expect(asked).toEqual(['4', '7', '6', '7']);
  });

  it('are asked for again after a failure', async () => {
    const { asked, fetch } = site();
    const once = cacheFetches(fetch, 10);
    await expect(once('late', signal)).rejects.toBeInstanceOf(MediaUrlError);
    await once('late', signal);
    await once('late', signal);
    expect(asked).toEqual(['late', 'late']);
  });
});
