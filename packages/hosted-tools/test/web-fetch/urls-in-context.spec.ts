import type { HostedToolResult, Message, OpaquePart, Part } from '@org/engine';
import { isInContext } from '#src/web-fetch/urls-in-context.js';
import { urlBudget, urlsInText } from '#src/web-fetch/urls-in-text.js';
import { userMessage } from '../web-search/kit.js';

const url = 'https://a.example/page?x=1';

const hosted = (result: HostedToolResult): Message => {
  const part: OpaquePart = {
    type: 'opaque',
    dialect: 'messages',
    apiType: 'web_search_tool_result',
    value: {},
    serverTool: { type: 'result', callId: 'call_1', outcome: { content: [], hosted: result } },
  };
  return { role: 'assistant', parts: [part] };
};
const search = hosted({
  type: 'web-search',
  queries: [],
  hits: [{ url, title: 'T', text: 'and https://b.example/in-text' }],
});
const fetched = hosted({
  type: 'web-fetch',
  url: 'https://b.example/',
  retrievedAt: 0,
  document: { type: 'text', text: `[link](${url})` },
  citations: false,
});
const clientResult = (name: string): readonly Message[] => {
  const call: Part = { type: 'tool-call', callId: 'call_2', name, kind: 'function', argumentsText: '{}' };
  const result: Part = {
    type: 'tool-result',
    callId: 'call_2',
    kind: 'function',
    content: [{ type: 'text', text: url }],
  };
  return [
    { role: 'assistant', parts: [call] },
    { role: 'tool', parts: [result] },
  ];
};

describe('a URL stands in the conversation', () => {
  it.each([
    ['alone', url],
    ['at the end of a sentence', `Read ${url}.`],
    ['in brackets', `(see ${url})`],
    ['in Markdown', `[${url}](${url}), and **${url}**`],
    ['in quotes', `<a href="${url}">`],
    ['with another scheme and a fragment', 'http://A.example/page?x=1#part'],
    ['without its scheme', 'read a.example/page?x=1 please'],
    ['after a tab and a line', `\t\n${url}\n`],
  ])('%s', (_, text) => {
    expect(isInContext(url, [userMessage(text)])).toBe(true);
  });

  it.each([
    ['with another query', 'https://a.example/page?x=2'],
    ['without its query', 'https://a.example/page'],
    ['with a longer path', 'https://a.example/page?x=1/more'],
    ['of a subdomain', 'https://b.a.example/page?x=1'],
    ['within a word', 'xa.example/page?x=1'],
    ['as the user of another host', 'https://a.example/page?x=1@evil.example/'],
    ['with another port', 'https://a.example:8443/page?x=1'],
  ])('and not when it is there only %s', (_, text) => {
    expect(isInContext(url, [userMessage(text)])).toBe(false);
  });

  it('of the system, in a document and as a file of the user', () => {
    expect(isInContext(url, [{ role: 'system', parts: [{ type: 'text', text: url }] }])).toBe(true);
    for (const source of [
      { type: 'text', mediaType: 'text/plain', text: `x ${url} y` } as const,
      { type: 'url', url } as const,
    ])
      expect(isInContext(url, [{ role: 'user', parts: [{ type: 'media', media: 'document', source }] }])).toBe(true);
  });

  it("never by the model's own text, reasoning, arguments, or code", () => {
    const call: Part = {
      type: 'tool-call',
      callId: 'c',
      name: 'web_fetch',
      kind: 'function',
      argumentsText: JSON.stringify({ url }),
    };
    const code: HostedToolResult = {
      type: 'code',
      language: 'python',
      containerId: 'c',
      stdout: url,
      stderr: url,
      returnCode: 0,
      files: [],
    };
    const own: readonly Message[] = [
      { role: 'assistant', parts: [{ type: 'text', text: url }, { type: 'reasoning', text: url }, call] },
      hosted(code),
      hosted({ type: 'failed', code: 'unavailable' }),
    ];
    expect(isInContext(url, own)).toBe(false);
  });

  it('in the results of searches, fetches and client tools', () => {
    expect(isInContext(url, [search])).toBe(true);
    expect(isInContext('https://b.example/in-text', [search])).toBe(true);
    expect(isInContext(url, [fetched])).toBe(true);
    expect(isInContext(url, clientResult('lookup'))).toBe(true);
  });

  it('only in the sources that urlSources allows', () => {
    expect(isInContext(url, [userMessage(url)], { userInput: 'none' })).toBe(false);
    expect(isInContext(url, [userMessage(url)], { clientToolResults: 'none', serverToolResults: 'none' })).toBe(true);
    const results = clientResult('lookup');
    expect(isInContext(url, results, { clientToolResults: 'none' })).toBe(false);
    expect(isInContext(url, results, { clientToolResults: { only: ['lookup'] } })).toBe(true);
    expect(isInContext(url, results, { clientToolResults: { only: ['other'] } })).toBe(false);
    expect(isInContext(url, results, { clientToolResults: { except: ['lookup'] } })).toBe(false);
    expect(isInContext(url, results, { clientToolResults: { except: ['other'] }, userInput: 'none' })).toBe(true);
    expect(isInContext(url, [search], { serverToolResults: 'none' })).toBe(false);
    expect(isInContext(url, [search], { serverToolResults: { only: ['web_search'] } })).toBe(true);
    expect(isInContext(url, [fetched], { serverToolResults: { only: ['web_search'] } })).toBe(false);
    expect(isInContext(url, [fetched], { serverToolResults: { except: ['web_search'] } })).toBe(true);
  });

  it('as the model reads it of a search or of code: in what was found, not in what the model wrote', () => {
    const readOf = (result: HostedToolResult, text: string): Message => ({
      role: 'tool',
      parts: [
        { type: 'tool-result', callId: 'c', kind: 'function', content: [{ type: 'text', text }], hosted: result },
      ],
    });
    const hits = [{ url, title: 'T', text: '' }];
    const searched = readOf(
      { type: 'web-search', queries: [], hits },
      'Results of the search for "https://evil.example/?secret"',
    );
    expect(isInContext(url, [searched])).toBe(true);
    expect(isInContext('https://evil.example/?secret', [searched])).toBe(false);
    expect(isInContext(url, [searched], { serverToolResults: 'none' })).toBe(false);
    expect(isInContext(url, [searched], { clientToolResults: 'none' })).toBe(true);
    expect(isInContext(url, [readOf({ type: 'failed', code: 'unavailable' }, url)])).toBe(false);
    const code = { language: 'python', containerId: 'c', stdout: url, stderr: '', returnCode: 0, files: [] } as const;
    expect(isInContext(url, [readOf({ type: 'code', ...code }, url)])).toBe(false);
  });

  it('costs a bounded number of parsed texts', () => {
    const parsesOf = (text: string, host?: string): number => {
      const budget = urlBudget();
      const before = budget.left;
      for (const key of urlsInText(text, { withBare: true, budget, ...(host !== undefined && { host }) })) void key;
      return before - budget.left;
    };
    // Eight starts of a token, each with at most four forms.
    expect(parsesOf('https://a.example/(b).'.repeat(180))).toBeLessThanOrEqual(32);
    expect(parsesOf('https://b.example/ b.example '.repeat(10_000), 'a.example')).toBe(0);
    expect(parsesOf(`https://b.example/a.example ${url}`, 'a.example')).toBe(1);
    expect(parsesOf('https://a.example/b '.repeat(100_000), 'a.example')).toBe(20_000);
  });

  it('is found by a name of the host in another script or encoding', () => {
    expect(isInContext('https://xn--mnchen-3ya.example/', [userMessage('https://münchen.example/')])).toBe(true);
    expect(isInContext(url, [userMessage('https://%61.example/page?x=1')])).toBe(true);
  });

  it('is found in a megabyte of text without delay', () => {
    const started = process.cpuUsage().user;
    const texts = [
      'a'.repeat(1_000_000),
      'a.'.repeat(500_000),
      'https://'.repeat(120_000),
      '('.repeat(1_000_000),
      `${'https://'.repeat(500)} `.repeat(250),
      'https://b.example/ '.repeat(50_000),
      `${'a '.repeat(500_000)}${url}`,
    ];
    expect(texts.map((text) => isInContext(url, [userMessage(text)]))).toEqual([
      ...Array<boolean>(6).fill(false),
      true,
    ]);
    expect((process.cpuUsage().user - started) / 1_000).toBeLessThan(1_500);
  });
});
