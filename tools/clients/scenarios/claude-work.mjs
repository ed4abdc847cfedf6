// Claude Code at work: tools that run, models by their names.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { redDot } from '../red-dot.mjs';
import { lastToolResults, toolsOffered } from '../scenario.mjs';

const mcpServer = fileURLToPath(new URL('../mcp-server.mjs', import.meta.url));
const allowed = ['--allowedTools', 'Bash,Read,Edit,Write,ToolSearch,CronList,mcp__scales__weigh'];
const command = (text) => ({ name: 'Bash', input: { command: text, description: 'Runs it' } });

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudeWork = [
  {
    name: 'runs the command that the model calls, returns its output and counts the tokens of both responses',
    async run({ claude, model, cwd }) {
      model.play({ calls: [command('echo made > made.txt; cat made.txt')] }, { text: 'All done.' });
      const { result } = await claude(['Make a file.', ...allowed]);
      assert.equal(result.result, 'All done.');
      assert.equal(readFileSync(join(cwd, 'made.txt'), 'utf8'), 'made\n');
      assert.deepEqual(Object.values(lastToolResults(model)), ['made']);
      assert.deepEqual(
        [result.usage.input_tokens, result.usage.cache_read_input_tokens, result.usage.output_tokens],
        [2 * 234, 2 * 1000, 2 * 56],
      );
    },
  },
  {
    name: 'shows the reasoning, and returns it with our signature',
    async run({ claude, model, exchanges }) {
      model.play({ thinks: 'I should look first.', calls: [command('true')] }, { text: 'All done.' });
      const { blocks } = await claude(['Look.', ...allowed]);
      assert.equal(blocks.find(({ type }) => type === 'thinking').thinking, 'I should look first.');
      const [thinking] = exchanges.at(-1).body.messages.find(({ role }) => role === 'assistant').content;
      assert.ok(thinking.type === 'thinking' && thinking.signature.length > 0);
    },
  },
  {
    name: 'reads a file and runs a command in parallel, then edits the file',
    async run({ claude, model, cwd }) {
      const file = join(cwd, 'a.txt');
      writeFileSync(file, 'alpha\n');
      model.play(
        { text: 'Both.', calls: [{ name: 'Read', input: { file_path: file } }, command('echo two')] },
        { calls: [{ name: 'Edit', input: { file_path: file, old_string: 'alpha', new_string: 'beta' } }] },
        { text: 'All done.' },
      );
      const { result, results } = await claude(['Change it.', ...allowed]);
      assert.equal(result.result, 'All done.');
      assert.equal(readFileSync(file, 'utf8'), 'beta\n');
      assert.deepEqual(
        Object.keys(lastToolResults(model)),
        results.map(({ tool_use_id: id }) => id),
      );
    },
  },
  {
    name: 'finds a deferred tool by its own search, and calls it',
    async run({ claude, model }) {
      model.play(
        { calls: [{ name: 'ToolSearch', input: { query: 'select:CronList', max_results: 3 } }] },
        { calls: [{ name: 'CronList', input: {} }] },
        { text: 'None.' },
      );
      assert.equal((await claude(['Which jobs are there?', ...allowed])).result.result, 'None.');
      assert.ok(toolsOffered(model).includes('CronList'));
      assert.match(Object.values(lastToolResults(model))[0], /CronList is available/);
    },
  },
  {
    name: 'sends the model an image that a tool read',
    async run({ claude, model, cwd }) {
      const file = join(cwd, 'dot.png');
      writeFileSync(file, redDot);
      model.play({ calls: [{ name: 'Read', input: { file_path: file } }] }, { text: 'Red.' });
      assert.equal((await claude(['Which colour?', ...allowed])).result.result, 'Red.');
      assert.ok(JSON.stringify(model.asked.at(-1).messages).includes(redDot.toString('base64')));
    },
  },
  {
    name: 'gets a response that matches its schema',
    async run({ claude, model }) {
      const schema = {
        type: 'object',
        properties: { answer: { type: 'string' } },
        required: ['answer'],
        additionalProperties: false,
      };
      model.play({ calls: [{ name: 'StructuredOutput', input: { answer: 'x' } }] }, { text: 'There it is.' });
      const { result } = await claude(['Answer.', '--json-schema', JSON.stringify(schema)]);
      assert.deepEqual(result.structured_output, { answer: 'x' });
    },
  },
  {
    name: 'calls a tool of an MCP server',
    async run({ claude, model }) {
      const config = JSON.stringify({ mcpServers: { scales: { command: process.execPath, args: [mcpServer] } } });
      model.play(
        { calls: [{ name: 'ToolSearch', input: { query: 'select:mcp__scales__weigh', max_results: 1 } }] },
        { calls: [{ name: 'mcp__scales__weigh', input: { word: 'tree' } }] },
        { text: 'Four.' },
      );
      assert.equal((await claude(['Weigh the tree.', '--mcp-config', config, ...allowed])).result.result, 'Four.');
      assert.match(Object.values(lastToolResults(model)).join(), /tree weighs 4/);
    },
  },
  {
    name: 'continues a response that ended at its limit',
    async run({ claude, model }) {
      model.play({ text: 'Half of', finish: 'length' }, { text: 'the answer.' });
      const { blocks } = await claude(['Tell me.']);
      assert.deepEqual(
        blocks.map(({ text }) => text),
        ['Half of', 'the answer.'],
      );
    },
  },
  {
    name: 'uses its small model by that name, and any other model of the service',
    async run({ claude, model, small }) {
      model.play({ text: 'Large.' });
      small.play({ text: 'Small.' });
      assert.equal((await claude(['Say it.', '--model', 'haiku'])).result.result, 'Small.');
      assert.equal((await claude(['Say it.', '--model', 'sonnet', '--effort', 'max'])).result.result, 'Large.');
      assert.equal((await claude(['Say it.', '--model', 'coder'])).result.result, 'Large.');
    },
  },
  {
    name: 'thinks, runs a command and finds a tool with an upstream of the same dialect',
    async run({ claude, model }) {
      model.play(
        { thinks: 'I should look first.', calls: [command('echo two')] },
        { calls: [{ name: 'ToolSearch', input: { query: 'select:CronList', max_results: 1 } }] },
        { text: 'All done.' },
      );
      const { result, blocks } = await claude(['Look.', '--model', 'sonnet', ...allowed]);
      assert.equal(result.result, 'All done.');
      assert.deepEqual(
        blocks.map(({ type }) => type),
        ['thinking', 'tool_use', 'tool_use', 'text'],
      );
      assert.ok(toolsOffered(model).includes('CronList'));
    },
  },
  {
    name: 'can send a bearer token in place of a key',
    async run({ claude, model, key, exchanges }) {
      model.play({ text: 'Hello.' });
      assert.equal((await claude(['Say it.'], { env: { ANTHROPIC_AUTH_TOKEN: key } })).result.result, 'Hello.');
      assert.equal(exchanges[0].headers['x-api-key'], undefined);
    },
  },
];
