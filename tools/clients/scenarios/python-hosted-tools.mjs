// The OpenAI client for Python with the tools that the service runs, with vector stores and with containers.
import { strict as assert } from 'node:assert';
import { code, fileSearch, lexicalOnly, repeated, webSearch } from './hosted-tools.mjs';

const tools = [
  { ...webSearch, file: ['notes.md', 'Nothing.'], citation: 'url_citation' },
  { ...fileSearch, file: ['hinges.md', 'Brass hinges squeak in winter.'], citation: 'file_citation' },
  { ...code, file: ['data.csv', 'n\n20\n22\n'], citation: 'container_file_citation' },
];

/** @type {import('../scenario.mjs').Scenario[]} */
export const pythonHostedTools = [
  ...tools.map(({ name, file, citation, ...played }) => ({
    name: `openai reads ${name} as JSON, as a stream and in the background, and as stored`,
    expectsWarning: name === 'file_search' ? [lexicalOnly] : [],
    async run({ python, model }) {
      model.play(...repeated(played, 3));
      const results = await python('openai_hosted_tools', name, ...file);
      const expected = { text: played.shown, status: 'completed', annotations: [citation] };
      assert.deepEqual(results, [expected, expected, expected]);
    },
  })),
  {
    name: 'openai moves files into and out of a container, and fills a vector store by a batch',
    refused: true,
    expectsWarning: [lexicalOnly],
    async run({ python, model }) {
      model.play(...repeated(code, 1));
      await python('openai_containers');
    },
  },
];
