import { loadFixtures } from '@org/protocol/fixtures';
import { hostedToolOfBlock, readCitations } from '#src/chat/hosted/hosted-blocks.js';
import { hostedToolOfItem, readAnnotations } from '#src/chat/hosted/hosted-items.js';
import { sourceOf } from '#src/chat/hosted/hosted-tool.js';
import { itemsOf, membersOf } from '#src/api/read-json.js';

/** The items or blocks of the response of a fixture. */
function contentOf(dialect: 'messages' | 'responses', name: string): readonly unknown[] {
  const fixtures: readonly unknown[] = dialect === 'messages' ? loadFixtures('messages') : loadFixtures('responses');
  const fixture = fixtures.map(membersOf).find((one) => one['name'] === name);
  return itemsOf(membersOf(fixture?.['response'])[dialect === 'messages' ? 'content' : 'output']);
}

describe('a hosted tool of the responses dialect', () => {
  it('shows the queries and the sources of a web search', () => {
    const [search, message] = contentOf('responses', 'annotation-url-citation');
    expect(hostedToolOfItem(search)).toMatchObject({
      title: 'Web search',
      input: 'Eiffel Tower opening',
      state: 'completed',
      sources: [{ url: 'https://example.org/tower' }],
    });
    const [text] = itemsOf(membersOf(message)['content']);
    expect(readAnnotations(membersOf(text)['annotations']).sources).toEqual([
      { title: 'The tower', url: 'https://example.org/tower', detail: undefined },
      { title: 'The year 1889', url: 'https://example.org/1889', detail: undefined },
    ]);
  });

  it('shows the code, its logs and the files that the text names', () => {
    const [run, message] = contentOf('responses', 'annotation-container-file');
    expect(hostedToolOfItem(run)).toMatchObject({ title: 'Code', isCode: true, log: '5', state: 'completed' });
    const [text] = itemsOf(membersOf(message)['content']);
    expect(readAnnotations(membersOf(text)['annotations']).files).toEqual([
      { name: 'n.csv', path: '/v1/containers/cntr_1/files/cfile_1/content' },
    ]);
  });

  it('offers an image of this service, and none of another origin', () => {
    const outputs = [
      { type: 'image', url: '/v1/containers/c/files/f/content' },
      { type: 'image', url: 'https://example.org/plot.png' },
    ];
    const item = { type: 'code_interpreter_call', status: 'interpreting', code: null, outputs };
    expect(hostedToolOfItem(item)).toMatchObject({
      state: 'running',
      files: [{ path: '/v1/containers/c/files/f/content' }],
    });
  });

  it('shows the files of a search with their relevance', () => {
    const item = { type: 'file_search_call', status: 'completed', queries: ['a', 'b'] };
    const results = [{ filename: 'doors.md', score: 0.75, text: 'Oak.' }];
    expect(hostedToolOfItem({ ...item, results })).toMatchObject({
      title: 'File search',
      input: 'a, b',
      sources: [{ title: 'doors.md', url: undefined, detail: '0.75 · Oak.' }],
    });
    expect(hostedToolOfItem({ ...item, results: null })).toMatchObject({ sources: [] });
  });
});

describe('a hosted tool of the messages dialect', () => {
  it('shows a search, its results and what the text cites', () => {
    const [, call, result, text] = contentOf('messages', 'web-search');
    expect(hostedToolOfBlock(call, undefined)).toMatchObject({ title: 'Web search', input: 'high tide today' });
    expect(hostedToolOfBlock(result, undefined)?.sources).toEqual([
      { title: 'Tides', url: 'https://example.com/tide', detail: '2 days ago' },
      { title: 'Tides', url: 'https://example.com/sea', detail: undefined },
    ]);
    expect(readCitations(membersOf(text)['citations'])).toEqual([
      { title: 'Tides', url: 'https://example.com/tide', detail: 'High tide at 06:12' },
    ]);
  });

  it('shows code, what it wrote and its files', () => {
    const [call, result, , upload] = contentOf('messages', 'code-execution');
    expect(hostedToolOfBlock(call, undefined)).toMatchObject({ title: 'Code', isCode: true, input: 'print(1)' });
    const files = [{ name: 'file_011Plot', path: '/v1/files/file_011Plot/content' }];
    expect(hostedToolOfBlock(result, undefined)).toMatchObject({ log: '1\n', state: 'completed', files });
    expect(hostedToolOfBlock(upload, undefined)).toMatchObject({ files });
  });

  it.each([
    ['web-search-error', 'query_too_long'],
    ['code-execution-error', 'execution_time_exceeded'],
  ])('shows why it failed: %s', (name, code) => {
    expect(hostedToolOfBlock(contentOf('messages', name)[1], undefined)).toMatchObject({ state: 'failed', log: code });
  });

  it('shows the exit code of code that failed', () => {
    const content = { type: 'code_execution_result', stdout: '', stderr: 'No.', return_code: 2, content: [] };
    expect(hostedToolOfBlock({ type: 'code_execution_tool_result', content }, undefined)).toMatchObject({
      title: 'Output, exit code 2',
      state: 'failed',
      log: 'No.',
    });
  });

  it('is any other block in its own form', () => {
    expect(hostedToolOfBlock({ type: 'server_tool_use', name: 'constructor', input: {} }, undefined)).toBeUndefined();
    expect(hostedToolOfBlock({ type: 'text', text: 'a' }, undefined)).toBeUndefined();
  });
});

describe('a source', () => {
  it.each(['javascript:alert(1)', 'data:text/html,a', '/relative'])('at %s has no link', (url) => {
    expect(sourceOf(url, 'Title')).toMatchObject({ title: 'Title', url: undefined });
  });
});
