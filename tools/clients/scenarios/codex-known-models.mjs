// Codex with model names that it recognizes, for which it sends other kinds of tools.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastToolResults, textOf, toolsOffered } from '../scenario.mjs';

/** @type {import('../scenario.mjs').Scenario[]} */
export const codexKnownModels = [
  {
    name: 'applies a patch from a custom tool call (gpt-5.5)',
    async run({ codex, model, cwd, exchanges }) {
      model.play(
        {
          calls: [
            {
              name: 'apply_patch',
              input: { input: '*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch\n' },
            },
          ],
        },
        { text: 'All done.' },
      );
      await codex(['-m', 'gpt-5.5', 'Patch.']);
      assert.equal(readFileSync(join(cwd, 'new.txt'), 'utf8'), 'hello\n');
      assert.deepEqual(
        exchanges
          .at(-1)
          .body.input.slice(-2)
          .map(({ type }) => type),
        ['custom_tool_call', 'custom_tool_call_output'],
      );
      assert.match(Object.values(lastToolResults(model)).join(), /new\.txt/);
    },
  },
  {
    name: 'searches for tools, and the model can call those that it found (gpt-5.5)',
    async run({ codex, model, exchanges }) {
      const spawned = () => model.asked.at(-1).messages.some(({ content }) => String(content).includes('agent_id'));
      model.play(
        { calls: [{ name: 'tool_search', input: { query: 'spawn agent' } }] },
        { calls: [{ name: 'multi_agent_v1__close_agent', input: { target: 'nobody' } }] },
        () => ({ text: spawned() ? 'It was there.' : 'All done.' }),
      );
      const { last } = await codex(['-m', 'gpt-5.5', 'Find it.']);
      assert.equal(last, 'All done.');
      assert.ok(toolsOffered(model).includes('multi_agent_v1__spawn_agent'));
      const { input } = exchanges.at(-1).body;
      assert.deepEqual(
        input.slice(-4).map(({ type }) => type),
        ['tool_search_call', 'tool_search_output', 'function_call', 'function_call_output'],
      );
      assert.equal(input.at(-2).namespace, 'multi_agent_v1');
    },
  },
  {
    name: 'runs a script through tools from its input (gpt-6.1-sol)',
    async run({ codex, model, cwd, exchanges }) {
      const script =
        "const r = await tools.exec_command({ cmd: 'echo made > made.txt; cat made.txt' });\ntext(r.output);";
      model.play({ calls: [{ name: 'functions__exec', input: { input: script } }] }, { text: 'All done.' });
      const { last } = await codex(['-m', 'gpt-6.1-sol', 'Make a file.']);
      assert.equal(last, 'All done.');
      assert.equal(readFileSync(join(cwd, 'made.txt'), 'utf8'), 'made\n');
      assert.equal(exchanges[0].body.tools, undefined);
      assert.match(Object.values(lastToolResults(model)).join(), /made/);
    },
  },
  {
    name: 'gives a spawned agent a task, and the agent reads it (gpt-6.1-sol)',
    async run({ codex, model }) {
      const promptOf = ({ messages }) => messages.map(textOf).join('\n');
      const isAgent = (body) => !promptOf(body).includes('Have it counted.');
      const asked = [];
      const replyWith = (play) => (body) => {
        asked.push(promptOf(body));
        return play;
      };
      model.play(
        replyWith({
          calls: [
            {
              name: 'collaboration__spawn_agent',
              input: { task_name: 'counter', message: 'Count the trees.', fork_turns: 'none' },
            },
          ],
        }),
        // Codex ends with its last response, so the agent gets its response first.
        (body) => replyWith({ text: 'All done.', waits: isAgent(body) ? 0 : 1500 })(body),
      );
      const { last } = await codex(['-m', 'gpt-6.1-sol', 'Have it counted.']);
      assert.equal(last, 'All done.');
      assert.ok(
        asked.some((prompt) => prompt.includes('Count the trees.') && !prompt.includes('Have it counted.')),
        'no spawned agent received its task',
      );
    },
  },
  {
    name: 'also runs a script with an upstream of the same dialect (gpt-6-luna)',
    async run({ codex, model }) {
      model.play(
        { thinks: 'I should say it.', calls: [{ name: 'functions__exec', input: { input: "text('said');" } }] },
        { text: 'All done.' },
      );
      const { last } = await codex(['-m', 'gpt-6-luna', 'Say it.']);
      assert.equal(last, 'All done.');
      assert.match(Object.values(lastToolResults(model)).join(), /said/);
    },
  },
  {
    name: 'sends such tools over a WebSocket, too (gpt-6.1-sol)',
    async run({ codex, model }) {
      model.play({ calls: [{ name: 'functions__exec', input: { input: "text('said');" } }] }, { text: 'All done.' });
      const { last } = await codex(['-m', 'gpt-6.1-sol', 'Say it.'], { provider: 'supports_websockets = true\n' });
      assert.equal(last, 'All done.');
      assert.match(Object.values(lastToolResults(model)).join(), /said/);
    },
  },
];
