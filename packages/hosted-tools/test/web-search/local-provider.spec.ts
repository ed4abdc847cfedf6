import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchProvider } from '#src/web-search/open-search-provider.js';
import type { SearchProvider, SearchQuery } from '#src/web-search/search-provider.js';
import { never, searchSettings } from './kit.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-search-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const ask = (query: string, rest: Partial<SearchQuery> = {}): SearchQuery => ({
  query,
  count: 5,
  wantsLongText: false,
  ...rest,
});

async function urlsOf(
  provider: SearchProvider,
  query: string,
  rest: Partial<SearchQuery> = {},
): Promise<readonly string[]> {
  const outcome = await provider.search(ask(query, rest), never);
  if (outcome.type === 'failed') throw new Error(outcome.reason);
  return outcome.hits.map(({ url }) => url);
}

const ofFolder = (): SearchProvider =>
  openSearchProvider(searchSettings({ folder, baseUrl: 'https://wiki.example/docs' }));

describe('the local provider', () => {
  it('finds Markdown, HTML and text files of a folder below its base URL, the best first', async () => {
    await mkdir(join(folder, 'sea life'));
    await writeFile(
      join(folder, 'sea life/whales.md'),
      '# Whales\n\nThe blue whale is the largest animal. Whales sing.',
    );
    await writeFile(
      join(folder, 'fish.html'),
      '<html><head><title>Fish</title></head><body><p>A whale is no fish.</p></body></html>',
    );
    await writeFile(join(folder, 'birds.txt'), 'Birds fly.');
    await writeFile(join(folder, 'ignored.png'), 'whale');
    const provider = ofFolder();
    expect(await provider.search(ask('whales whale'), never)).toEqual({
      type: 'hits',
      hits: [
        {
          url: 'https://wiki.example/docs/sea%20life/whales.md',
          title: 'Whales',
          text: '# Whales\n\nThe blue whale is the largest animal. Whales sing.',
        },
        { url: 'https://wiki.example/docs/fish.html', title: 'Fish', text: 'A whale is no fish.' },
      ],
    });
    expect(await provider.pageAt?.('https://wiki.example/docs/fish.html#part', never)).toMatchObject({ title: 'Fish' });
    expect(await provider.pageAt?.('https://wiki.example/docs/none.html', never)).toBeUndefined();
  });

  it('reads files again when they change, appear or vanish', async () => {
    await writeFile(join(folder, 'a.txt'), 'apples');
    const provider = ofFolder();
    expect(await urlsOf(provider, 'apples')).toHaveLength(1);
    await writeFile(join(folder, 'a.txt'), 'pears and more');
    await writeFile(join(folder, 'b.txt'), 'pears');
    expect(await urlsOf(provider, 'apples')).toEqual([]);
    expect(await urlsOf(provider, 'pears')).toHaveLength(2);
    await rm(join(folder, 'a.txt'));
    expect(await urlsOf(provider, 'pears')).toEqual(['https://wiki.example/docs/b.txt']);
    await writeFile(join(folder, 'c.txt'), 'pears');
    expect(await urlsOf(provider, 'pears')).toHaveLength(2);
    await rm(join(folder, 'c.txt'));
    expect(await urlsOf(provider, 'pears')).toHaveLength(1);
  });

  it('reads a large list of pages while the event loop goes on', async () => {
    const pages = Array.from({ length: 400 }, (_, page) => ({
      url: `https://wiki.example/${page}`,
      title: `Page ${page}`,
      text: Array.from({ length: 2_000 }, (__, word) => `word${word} in${page}`).join(' '),
    }));
    const provider = openSearchProvider(searchSettings({ pages }));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect(await urlsOf(provider, 'in399')).toEqual(['https://wiki.example/399']);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('does not leave its folder by a link', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'secret.txt'), 'secret apples');
    await symlink(join(outside, 'secret.txt'), join(folder, 'link.txt'));
    await symlink(outside, join(folder, 'linked'));
    expect(await urlsOf(ofFolder(), 'apples')).toEqual([]);
    await rm(outside, { recursive: true });
  });

  it('is unavailable without its folder', async () => {
    const provider = openSearchProvider(
      searchSettings({ folder: join(folder, 'none'), baseUrl: 'https://wiki.example' }),
    );
    expect(await provider.search(ask('apples'), never)).toEqual({ type: 'failed', reason: 'unavailable' });
  });

  it.each([
    ['b\u00e4r', 'B\u00e4ren und ein BAR'],
    ['\u6771\u4eac', '\u6771\u4eac\u30bf\u30ef\u30fc'],
    ['parse_json_exactly', 'call parse_json_exactly(text)'],
    ['"a" OR', 'a or b'],
    ["o'neil*", "O'Neil"],
  ])('finds %s in %s', async (query, text) => {
    const pages = [
      { url: 'https://a.example/', title: 'x', text },
      { url: 'https://b.example/', title: 'y', text: 'zzz' },
    ];
    expect(await urlsOf(openSearchProvider(searchSettings({ pages })), query)).toEqual(['https://a.example/']);
  });

  it('shows the passage of a long page with the words of the query, and obeys the allowed domains', async () => {
    const text = `${'Other text. '.repeat(300)}\n\nThe password policy requires twelve characters.\n\n${'More. '.repeat(300)}`;
    const pages = [
      { url: 'https://docs.a.example/p', title: 'Rules', text },
      { url: 'https://b.example/p', title: 'Rules', text },
    ];
    const provider = openSearchProvider(searchSettings({ pages }));
    expect(await provider.search(ask('password policy', { allowedDomains: ['a.example'] }), never)).toMatchObject({
      hits: [{ url: 'https://docs.a.example/p', text: expect.stringMatching(/^The password policy requires/) }],
    });
  });
});
