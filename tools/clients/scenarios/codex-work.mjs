// Codex with tool calls and resumed sessions.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { redDot } from '../red-dot.mjs';
import { lastToolResults, textOf, toolsOffered } from '../scenario.mjs';

const mcpServer = fileURLToPath(new URL('../mcp-server.mjs', import.meta.url));
const command = (cmd) => ({ name: 'exec_command', input: { cmd } });

/** @type {import('../scenario.mjs').Scenario[]} */
export const codexWork = [
  {
    name: 'runs the command that the model calls, returns its output and counts the tokens of both responses',
    async run({ codex, model, cwd }) {
      model.play({ calls: [command('echo made > made.txt; cat made.txt')] }, { text: 'All done.' });
      const { code, last, usage } = await codex(['Make a file.']);
      assert.equal(code, 0);
      assert.equal(last, 'All done.');
      assert.equal(readFileSync(join(cwd, 'made.txt'), 'utf8'), 'made\n');
      assert.match(Object.values(lastToolResults(model)).join(), /exited with code 0[^]*made/);
      assert.deepEqual(
        [usage.input_tokens, usage.cached_input_tokens, usage.output_tokens],
        [2 * 1234, 2 * 1000, 2 * 56],
      );
    },
  },
  {
    name: 'shows the reasoning, and returns it with our signature',
    async run({ codex, model, exchanges }) {
      model.play({ thinks: 'I should look first.', calls: [command('true')] }, { text: 'All done.' });
      const { items } = await codex(['Look.']);
      assert.equal(items.find(({ type }) => type === 'reasoning').text, 'I should look first.');
      const reasoning = exchanges.at(-1).body.input.find(({ type }) => type === 'reasoning');
      assert.ok(reasoning.encrypted_content.length > 0);
    },
  },
  {
    name: 'runs both calls of one response, each under its own id, after the text before them',
    async run({ codex, model, exchanges }) {
      model.play({ text: 'Both.', calls: [command('echo one'), command('echo two')] }, { text: 'All done.' });
      const { items } = await codex(['Run both.']);
      // Both run concurrently, and the first to end is reported first.
      const outputs = items.flatMap(({ type, aggregated_output: output }) =>
        type === 'command_execution' ? [output] : [],
      );
      assert.deepEqual(outputs.sort(), ['one\n', 'two\n']);
      assert.deepEqual(
        items.flatMap(({ type, text }) => (type === 'agent_message' ? [text] : [])),
        ['Both.', 'All done.'],
      );
      const calls = exchanges
        .at(-1)
        .body.input.filter(({ type }) => type === 'function_call')
        .map(({ call_id: id }) => id);
      assert.deepEqual(Object.keys(lastToolResults(model)), calls);
    },
  },
  {
    name: 'applies a patch that arrives as a command',
    async run({ codex, model, cwd }) {
      model.play(
        { calls: [command("apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch\nEOF")] },
        { text: 'All done.' },
      );
      const { items } = await codex(['Patch.']);
      assert.deepEqual(
        items.find(({ type }) => type === 'file_change').changes.map(({ kind }) => kind),
        ['add'],
      );
      assert.equal(readFileSync(join(cwd, 'new.txt'), 'utf8'), 'hello\n');
    },
  },
  {
    name: 'sends the model the image that the user attached, and the one that a tool read',
    async run({ codex, model, cwd }) {
      const file = join(cwd, 'dot.png');
      writeFileSync(file, redDot);
      model.play({ calls: [{ name: 'view_image', input: { path: file } }] }, { text: 'Red.' });
      const { last } = await codex(['-i', file, '--', 'Which colour?']);
      assert.equal(last, 'Red.');
      const pictures = model.asked
        .at(-1)
        .messages.flatMap(({ content }) =>
          Array.isArray(content) ? content.filter(({ type }) => type === 'image_url') : [],
        );
      assert.deepEqual(
        pictures.map(({ image_url: { url } }) => url),
        Array(2).fill(`data:image/png;base64,${redDot.toString('base64')}`),
      );
    },
  },
  {
    name: 'gets a response that matches its output schema',
    async run({ codex, model, cwd }) {
      const schema = {
        type: 'object',
        properties: { answer: { type: 'string' } },
        required: ['answer'],
        additionalProperties: false,
      };
      writeFileSync(join(cwd, 'schema.json'), JSON.stringify(schema));
      model.play({ text: '{"answer":"x"}' });
      const { last } = await codex(['--output-schema', join(cwd, 'schema.json'), 'Answer.']);
      assert.deepEqual(JSON.parse(last), { answer: 'x' });
      assert.deepEqual(model.asked[0].response_format.json_schema.schema, schema);
    },
  },
  {
    name: 'calls a tool of an MCP server',
    async run({ codex, model }) {
      const config = `[mcp_servers.scales]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(mcpServer)}]\n`;
      const weigh = () => ({
        calls: [{ name: toolsOffered(model).find((name) => name.endsWith('weigh')), input: { word: 'tree' } }],
      });
      model.play(weigh, { text: 'Four.' });
      const { last, items } = await codex(['Weigh the tree.'], { provider: config });
      assert.equal(last, 'Four.');
      assert.equal(items.find(({ type }) => type === 'mcp_tool_call').status, 'completed');
      assert.match(Object.values(lastToolResults(model)).join(), /tree weighs 4/);
    },
  },
  {
    name: 'resumes a session with its history and reasoning',
    async run({ codex, model }) {
      model.play({ thinks: 'Hm.', text: 'First.' }, { text: 'Second.' });
      await codex(['One.']);
      const { last } = await codex(['resume', '--last', 'Two.']);
      assert.equal(last, 'Second.');
      assert.deepEqual(
        model.asked
          .at(-1)
          .messages.slice(-3)
          .map(textOf)
          .map((text) => text.trim().split('\n').at(-1)),
        ['One.', 'First.', 'Two.'],
      );
    },
  },
  {
    name: 'compacts a long session, and continues from the summary',
    async run({ codex, model }) {
      const config = 'model_context_window = 60000\nmodel_auto_compact_token_limit = 30000\n';
      model.play(
        { text: 'First.', usage: { prompt_tokens: 50_000, total_tokens: 50_056 } },
        { text: 'They said one.' },
        { text: 'Second.' },
      );
      await codex(['One.'], { config });
      const { last } = await codex(['resume', '--last', 'Two.'], { config });
      assert.equal(last, 'Second.');
      assert.equal(model.asked.length, 3);
      const prompt = model.asked.at(-1).messages.map(textOf).join('\n');
      assert.match(prompt, /They said one\./);
      assert.doesNotMatch(prompt, /First\./);
    },
  },
  {
    name: 'compacts with the service as its built-in provider, and continues from the summary in the middle of its work',
    async run({ codex, model }) {
      const config = 'model_context_window = 60000\nmodel_auto_compact_token_limit = 30000\n';
      model.play(
        { calls: [command('echo one')], usage: { prompt_tokens: 50_000, total_tokens: 50_056 } },
        { text: 'One was run.' },
        { text: 'Second.' },
      );
      const { last } = await codex(['Run it.'], { config, builtIn: true });
      assert.equal(last, 'Second.');
      assert.equal(model.asked.length, 3);
      const prompt = model.asked.at(-1).messages.map(textOf).join('\n');
      assert.match(prompt, /Run it\.[^]*One was run\./);
    },
  },
  {
    name: 'works over one WebSocket when they are enabled',
    async run({ codex, model, exchanges }) {
      model.play({ calls: [command('echo one')] }, { text: 'All done.' });
      const { last } = await codex(['Run it.'], { provider: 'supports_websockets = true\n' });
      assert.equal(last, 'All done.');
      assert.match(Object.values(lastToolResults(model)).join(), /one/);
      assert.deepEqual(
        exchanges.map(({ status }) => status),
        [101],
      );
    },
  },
];
