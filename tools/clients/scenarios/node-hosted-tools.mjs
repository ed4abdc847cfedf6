// The JavaScript clients and frameworks with the tools that the service runs: search, pages, files and code.
import { strict as assert } from 'node:assert';
import { code, fileSearch, lexicalOnly, repeated, webFetch, webSearch } from './hosted-tools.mjs';

const file = { name: 'data.csv', text: 'n\n20\n22\n' };
const manual = { name: 'hinges.md', text: 'Brass hinges squeak in winter.\n' };

const responses = [
  {
    ...webSearch,
    file,
    check({ call, annotations }) {
      assert.equal(call.action.type, 'search');
      assert.ok(call.action.sources.length > 0);
      assert.equal(annotations[0].type, 'url_citation');
      assert.match(annotations[0].url, /^https:\/\/doors\.example\//);
    },
  },
  {
    ...fileSearch,
    file: manual,
    check({ call, annotations }) {
      assert.equal(call.results[0].filename, 'hinges.md');
      assert.deepEqual([annotations[0].type, annotations[0].filename], ['file_citation', 'hinges.md']);
    },
  },
  {
    ...code,
    file,
    check({ call, annotations }) {
      assert.match(JSON.stringify(call.outputs), /42/);
      assert.deepEqual([annotations[0].type, annotations[0].filename], ['container_file_citation', 'sum.txt']);
    },
  },
];

/** The tools of the messages API, and what the client reads of each. */
const messages = ({ pageUrl }) => ({
  web_search: {
    ...webSearch,
    tool: { type: 'web_search_20250305', name: 'web_search' },
    usage: { web_search_requests: 1, web_fetch_requests: 0 },
    result: /doors\.example/,
    citation: 'web_search_result_location',
  },
  web_fetch: {
    ...webFetch(pageUrl),
    text: 'In winter [1].',
    tool: { type: 'web_fetch_20250910', name: 'web_fetch', citations: { enabled: true } },
    usage: { web_search_requests: 0, web_fetch_requests: 1 },
    result: /Brass hinges squeak/,
    citation: 'char_location',
  },
  code_execution: {
    ...code,
    tool: { type: 'code_execution_20250522', name: 'code_execution' },
    result: /42/,
  },
});

/** The built-in tools of the frameworks: the name in the request, the framework's own name, and its arguments. */
const frameworks = [
  { api: 'responses', name: 'web_search', aiSdk: 'webSearch', langChain: 'webSearch' },
  { api: 'responses', name: 'file_search', aiSdk: 'fileSearch', langChain: 'fileSearch' },
  { api: 'responses', name: 'code_interpreter', aiSdk: 'codeInterpreter', langChain: 'codeInterpreter' },
  { api: 'messages', name: 'web_search', aiSdk: 'webSearch_20250305', langChain: 'webSearch_20250305' },
  { api: 'messages', name: 'web_fetch', aiSdk: 'webFetch_20250910', langChain: 'webFetch_20250910' },
  { api: 'messages', name: 'code_execution', aiSdk: 'codeExecution_20250522', langChain: 'codeExecution_20250825' },
];

const playOf = (name, scene) =>
  ({ web_search: webSearch, file_search: fileSearch, web_fetch: webFetch(scene.pageUrl) })[name] ?? code;

/** @type {import('../scenario.mjs').Scenario[]} */
export const nodeHostedTools = [
  ...responses.map(({ name, file: uploaded, check, ...played }) => ({
    name: `openai reads ${name} as JSON, as a stream and in the background, and as stored`,
    expectsWarning: name === 'file_search' ? [lexicalOnly] : [],
    async run({ node, model }) {
      model.play(...repeated(played, 3));
      const results = await node('openai-hosted-tools', { model: 'coder', tool: name, file: uploaded });
      for (const { mode, status, text, isStored, ...result } of results) {
        assert.deepEqual([mode, status, result.call?.status], [mode, 'completed', 'completed']);
        assert.ok(isStored, `${mode} is stored as something else`);
        assert.equal(text, played.shown);
        check(result);
      }
    },
  })),
  {
    name: 'openai fills, searches and deletes a vector store, with single files and a batch',
    expectsWarning: [lexicalOnly],
    async run({ node }) {
      const { statuses, counts, ...rest } = await node('openai-vector-stores');
      assert.deepEqual(statuses, ['completed', 'completed']);
      assert.deepEqual([counts.completed, counts.total], [3, 3]);
      assert.deepEqual(rest, {
        batched: 2,
        found: ['hinges.md'],
        filtered: [{ filename: 'oak.md', attributes: { wood: 'oak' } }],
        content: 'Oak doors last a century.',
        afterDelete: 0,
        deleted: true,
      });
    },
  },
  {
    name: 'openai puts a file into a container and reads the file that the code wrote',
    // The deleted container is not found.
    refused: true,
    async run({ node, model }) {
      model.play(...repeated(code, 1));
      const result = await node('openai-containers', { model: 'coder', csv: file.text });
      assert.equal(result.call.container_id, result.container);
      assert.deepEqual([result.read, result.written, result.status], [file.text, '42', 404]);
      assert.deepEqual(Object.values(result.sources).toSorted(), ['assistant', 'user']);
    },
  },
  ...['web_search', 'web_fetch', 'code_execution'].map((name) => ({
    name: `anthropic reads ${name} complete and with the stream helper, and sends it back`,
    async run(scene) {
      const { tool, usage, result, citation, question, ...played } = messages(scene)[name];
      scene.model.play(...repeated(played, 2), { text: 'Since oak is hard.' });
      const { views, next } = await scene.node('anthropic-hosted-tools', { model: 'coder', tool, question });
      assert.equal(next, 'Since oak is hard.');
      for (const view of views) {
        assert.deepEqual([view.stopReason, view.text, view.use.name], ['end_turn', played.shown, tool.name]);
        assert.equal(view.result.tool_use_id, view.use.id);
        assert.match(JSON.stringify(view.result.content), result);
        if (usage !== undefined) assert.deepEqual(view.usage, usage);
        if (citation !== undefined) assert.equal(view.citations[0].type, citation);
        assert.equal(view.hasContainer, name === 'code_execution');
      }
    },
  })),
  {
    name: 'anthropic reads citations of a document and of a search result, and sends them back',
    async run({ node, model }) {
      const document = 'Oak doors last a century.';
      const hit = 'Brass hinges squeak in winter.';
      model.play(...Array.from({ length: 2 }, () => ({ text: 'A century [1]. They squeak [2].' })), { text: 'Since.' });
      const { views, next } = await node('anthropic-citations', { model: 'coder', document, hit });
      assert.equal(next, 'Since.');
      for (const { text, citations } of views) {
        assert.equal(text, 'A century. They squeak.');
        assert.deepEqual(
          citations.map(({ type, cited_text: cited }) => [type, cited]),
          [
            ['char_location', document],
            ['search_result_location', hit],
          ],
        );
      }
    },
  },
  ...frameworks.map(({ api, name, aiSdk }) => ({
    name: `the AI SDK reads ${aiSdk} of the ${api} API, complete and streamed`,
    expectsWarning: name === 'file_search' ? [lexicalOnly] : [],
    async run(scene) {
      const { question, ...played } = playOf(name, scene);
      scene.model.play(...repeated(played, 2));
      const args = {};
      const views = await scene.node('ai-sdk-hosted-tools', {
        model: 'coder',
        api,
        name,
        tool: aiSdk,
        args,
        question,
        ...(name === 'file_search' && { files: [manual] }),
      });
      for (const { text, calls, results, sources } of views) {
        assert.equal(text, played.shown);
        assert.deepEqual(calls, [{ toolName: name, providerExecuted: true }]);
        assert.equal(results.length, 1);
        if (name === 'web_search') assert.ok(sources.some(({ url }) => url?.startsWith('https://doors.example/')));
        if (name === 'file_search') assert.ok(sources.some(({ filename }) => filename === 'hinges.md'));
      }
    },
  })),
  ...frameworks.flatMap(({ api, name, langChain }) =>
    langChain === undefined
      ? []
      : [
          {
            name: `LangChain reads ${langChain} of the ${api} API, complete and streamed`,
            expectsWarning: name === 'file_search' ? [lexicalOnly] : [],
            async run(scene) {
              const { question, ...played } =
                langChain === 'codeExecution_20250825'
                  ? { ...code, call: { name: 'bash', input: { command: 'echo $((20 + 22))' } } }
                  : playOf(name, scene);
              scene.model.play(...repeated(played, 2));
              const args = name === 'code_interpreter' ? { container: { type: 'auto' } } : {};
              const views = await scene.node('langchain-hosted-tools', {
                model: 'coder',
                api,
                tool: langChain,
                args,
                question,
                ...(name === 'file_search' && { files: [manual] }),
              });
              for (const { text, clientCalls, all } of views) {
                assert.deepEqual([text, clientCalls], [played.shown, 0]);
                assert.match(all, new RegExp(name));
                if (name === 'file_search')
                  assert.match(all, /file_citation[^]*hinges\.md|hinges\.md[^]*file_citation/);
              }
            },
          },
        ],
  ),
];
