import type { HostedToolResult, Message, OpaquePart, Part } from '@org/engine';
import { isInContext } from '#src/web-fetch/urls-in-context.js';
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

  it('is found in a megabyte of text without delay', () => {
    const started = process.cpuUsage().user;
    const texts = [
      'a'.repeat(1_000_000),
      'a.'.repeat(500_000),
      'https://'.repeat(120_000),
      '('.repeat(1_000_000),
      `${'a '.repeat(500_000)}${url}`,
    ];
    expect(texts.map((text) => isInContext(url, [userMessage(text)]))).toEqual([false, false, false, false, true]);
    expect((process.cpuUsage().user - started) / 1_000).toBeLessThan(1_500);
  });
});
