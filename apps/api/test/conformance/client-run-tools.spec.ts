// OpenAI's client-run tools, used by its agents SDK with models that do not support them.
import Anthropic from '@anthropic-ai/sdk';
import {
  Agent,
  applyPatchTool,
  computerTool,
  Runner,
  setTracingDisabled,
  shellTool,
  type ApplyPatchOperation,
  type Computer,
  type ShellAction,
  type Tool,
} from '@openai/agents-core';
import { OpenAIResponsesModel } from '@openai/agents-openai';
import OpenAI from 'openai';
import { testSetups, type TestSetup } from './test-setups.js';

// Tracing would report every run to OpenAI.
setTracingDisabled(true);

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What the client was asked to do. */
class Machine implements Computer {
  readonly environment = 'browser';
  readonly dimensions: [number, number] = [800, 600];
  readonly ran: ShellAction[] = [];
  readonly changed: ApplyPatchOperation[] = [];
  readonly done: string[] = [];

  readonly shell = {
    run: async (action: ShellAction) => {
      this.ran.push(action);
      return {
        output: action.commands.map((command) => ({
          stdout: `printed by ${command}\n`,
          stderr: '',
          outcome: { type: 'exit' as const, exitCode: 3 },
        })),
      };
    },
  };

  readonly #change = async (operation: ApplyPatchOperation) => {
    this.changed.push(operation);
    return operation.path === ''
      ? { status: 'failed' as const, output: 'no path' }
      : { status: 'completed' as const, output: `changed ${operation.path}` };
  };
  readonly editor = { createFile: this.#change, updateFile: this.#change, deleteFile: this.#change };

  #record(what: string): void {
    this.done.push(what);
  }
  screenshot = async () => pixel;
  click = async (x: number, y: number, button: string) => this.#record(`${button} click at ${x},${y}`);
  doubleClick = async (x: number, y: number) => this.#record(`double click at ${x},${y}`);
  scroll = async (_x: number, _y: number, right: number, down: number) => this.#record(`scroll ${right},${down}`);
  type = async (text: string) => this.#record(`type ${text}`);
  wait = async () => this.#record('wait');
  move = async () => this.#record('move');
  keypress = async (keys: string[]) => this.#record(`press ${keys.join('+')}`);
  drag = async () => this.#record('drag');
}

describe.each(testSetups)('client-run tools with $name', ({ start }) => {
  let world: TestSetup;
  let client: OpenAI;
  let machine: Machine;
  const runner = new Runner({ tracingDisabled: true });
  beforeAll(async () => {
    world = await start();
    client = new OpenAI({ apiKey: world.service.key, baseURL: `${world.service.url}/v1`, maxRetries: 0 });
  });
  beforeEach(() => {
    machine = new Machine();
  });
  afterAll(() => world.close());

  const agent = (tools: Tool[], modelSettings = {}): Agent =>
    new Agent({ name: 'Worker', model: new OpenAIResponsesModel(client, 'm'), modelSettings, tools });
  const shell = () => shellTool({ shell: machine.shell });
  const patch = () => applyPatchTool({ editor: machine.editor });
  const roles = () => world.observedRequests.at(-1)?.messages.map(({ role }) => role);

  it('runs shell commands and sends their outcome to the model', async () => {
    const { finalOutput, newItems } = await runner.run(
      agent([shell()]),
      'call=shell:{"commands":["ls","pwd"],"timeout_ms":500}',
    );
    expect(machine.ran).toEqual([{ commands: ['ls', 'pwd'], timeoutMs: 500 }]);
    expect(finalOutput).toBe('The tool said: printed by ls\nExit code: 3\n\nprinted by pwd\nExit code: 3');
    expect(newItems.map(({ rawItem }) => ('type' in rawItem ? rawItem.type : undefined))).toEqual([
      'shell_call',
      'shell_call_output',
      'message',
    ]);
    expect(roles()).toEqual(['user', 'assistant', 'tool']);
    expect(world.observedRequests.at(-1)?.messages[1]?.calls).toMatchObject([
      { name: 'shell', input: { commands: ['ls', 'pwd'], timeout_ms: 500 } },
    ]);
  });

  it('streams the same', async () => {
    const run = await runner.run(
      agent([shell(), patch()]),
      'call=shell:{"commands":["ls"]} call=apply_patch:{"type":"create_file","path":"a","diff":"+x"}',
      { stream: true },
    );
    const raw: string[] = [];
    for await (const event of run)
      if (event.type === 'raw_model_stream_event' && event.data.type === 'model')
        raw.push((event.data.event as { type: string }).type);
    await run.completed;
    expect([machine.ran, machine.changed]).toEqual([
      [{ commands: ['ls'] }],
      [{ type: 'create_file', path: 'a', diff: '+x' }],
    ]);
    expect(run.finalOutput).toMatch(/^The tool said: .*printed by ls/s);
    expect(raw.slice(2, 9)).toEqual([
      'response.output_item.added',
      'response.shell_call_command.added',
      'response.shell_call_command.delta',
      'response.shell_call_command.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.output_item.done',
    ]);
  });

  it('applies patches and reports a failed one to the model', async () => {
    const { finalOutput } = await runner.run(
      agent([patch()]),
      'call=apply_patch:{"type":"update_file","path":"a.txt","diff":"@@\\n-a\\n+b"} call=apply_patch:{"type":"delete_file","path":"b"}',
    );
    expect(machine.changed).toEqual([
      { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b' },
      { type: 'delete_file', path: 'b' },
    ]);
    expect(finalOutput).toBe('The tool said: The change was made.\nchanged a.txt / The change was made.\nchanged b');
    const failed = await runner.run(agent([patch()]), 'call=apply_patch:{"type":"nothing"}');
    expect(failed.finalOutput).toMatch(/The change failed\.\nno path$/);
  });

  it('uses a computer and sends its screenshot to the model', async () => {
    const computer = computerTool({ computer: machine });
    const { newItems } = await runner.run(
      agent([computer]),
      'call=computer:{"actions":[{"type":"click","x":3,"y":4},{"type":"type","text":"hi"},{"type":"dance"}]}',
    );
    expect(machine.done).toEqual(['left click at 3,4', 'type hi']);
    expect(newItems.map(({ rawItem }) => ('type' in rawItem ? rawItem.type : undefined))).toEqual([
      'computer_call',
      'computer_call_result',
      'message',
    ]);
  });

  it('sends its calls and outputs itself when nothing is stored', async () => {
    const settings = { store: false };
    const { history } = await runner.run(agent([shell(), patch()], settings), 'call=shell:{"commands":["ls"]}');
    expect(
      (await runner.run(agent([shell(), patch()], settings), [...history, { role: 'user', content: 'And now?' }]))
        .finalOutput,
    ).toBe('Hello.');
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  });

  it('continues after a response and in a conversation', async () => {
    const { lastResponseId: previousResponseId } = await runner.run(agent([shell()]), 'call=shell:{"commands":["ls"]}');
    if (previousResponseId === undefined) throw new Error('the response has an id');
    expect((await runner.run(agent([shell()]), 'And now?', { previousResponseId })).finalOutput).toBe('Hello.');
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    const { id: conversationId } = await client.conversations.create();
    await runner.run(agent([shell()]), 'call=shell:{"commands":["ls"]}', { conversationId });
    expect((await runner.run(agent([shell()]), 'And now?', { conversationId })).finalOutput).toBe('Hello.');
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  });

  it('is forced to call one of them by tool_choice', async () => {
    const { output } = await client.responses.create({
      model: 'm',
      input: 'Hi',
      tools: [{ type: 'shell', environment: { type: 'local' } }, { type: 'apply_patch' }],
      tool_choice: { type: 'apply_patch' },
    });
    expect(output).toMatchObject([
      { type: 'apply_patch_call', status: 'completed', operation: { type: 'create_file', path: 'x' } },
    ]);
  });

  it('is continued by a client of the other dialect and vice versa', async () => {
    const tools: OpenAI.Responses.Tool[] = [{ type: 'shell', environment: { type: 'local' } }];
    const other = new Anthropic({ apiKey: world.service.key, baseURL: world.service.url, maxRetries: 0 });
    const started = await client.responses.create({ model: 'm', input: 'call=shell:{"commands":["ls"]}', tools });
    const [asked] = started.output;
    if (asked?.type !== 'shell_call') throw new Error('the shell is called');
    const run: Anthropic.Beta.BetaToolResultBlockParam = {
      type: 'tool_result',
      tool_use_id: asked.call_id,
      content: 'a b',
    };
    const thread = { type: 'continue', previous_message_id: started.id };
    await other.post('/v1/messages', {
      body: { model: 'm', max_tokens: 99, thread, messages: [{ role: 'user', content: [run] }] },
    });
    expect(world.observedRequests.at(-1)?.messages).toMatchObject([
      { role: 'user' },
      { calls: [{ name: 'shell', input: { commands: ['ls'] } }] },
      { role: 'tool', text: 'a b' },
    ]);

    const bash = { type: 'bash_20250124', name: 'bash' };
    const first = await other.post<Anthropic.Message>('/v1/messages', {
      body: {
        model: 'm',
        max_tokens: 99,
        thread: { type: 'create' },
        tools: [bash],
        messages: [{ role: 'user', content: 'call=bash:{"command":"ls"}' }],
      },
    });
    const [use] = first.content;
    if (use?.type !== 'tool_use') throw new Error('the shell is called');
    await client.responses.create({
      model: 'm',
      previous_response_id: first.id,
      tools,
      input: [{ type: 'function_call_output', call_id: use.id, output: 'c d' }],
    });
    expect(world.observedRequests.at(-1)?.messages).toMatchObject([
      { role: 'user' },
      { calls: [{ name: 'bash', input: { command: 'ls' } }] },
      { role: 'tool', text: 'c d' },
    ]);
  });
});
