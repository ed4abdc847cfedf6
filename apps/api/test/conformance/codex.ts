// Requests of Codex 0.169 and its way to read responses. Prompt texts are invented. `tools/clients` runs the real
// program.
import type { JsonObject } from '@org/engine';
import type { ResponseStreamEvent } from '@org/protocol/responses';
import type { TestService } from '../kit/start-service.js';
import { readResponseEvents } from './read-stream.js';

const session = '0198f1c2-5b7e-7c11-9a55-3f0f6a1f2b6d';

export const base = 'You are a coding agent.';
export const environment = '<environment_context><cwd>/srv/project</cwd></environment_context>';

const functionTool = (name: string, ...fields: readonly string[]): JsonObject => ({
  type: 'function',
  name,
  description: `The tool ${name}.`,
  strict: false,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
    required: [...fields],
    additionalProperties: false,
  },
});

const agents: JsonObject = {
  type: 'namespace',
  name: 'multi_agent_v1',
  description: 'Other agents.',
  tools: [functionTool('spawn_agent', 'message'), functionTool('wait_agent', 'target')],
};
const anyText: JsonObject = { type: 'grammar', syntax: 'lark', definition: 'start: /[\\s\\S]+/' };
const goals = [
  functionTool('get_goal'),
  functionTool('create_goal', 'objective'),
  functionTool('update_goal', 'status'),
];
const webSearch: JsonObject = { type: 'web_search', external_web_access: true };

const tools: readonly JsonObject[] = [
  functionTool('exec_command', 'cmd'),
  functionTool('write_stdin', 'chars'),
  functionTool('request_user_input', 'question'),
  functionTool('view_image', 'path'),
  agents,
  ...goals,
  webSearch,
];

/** For model names that it knows, Codex adds a custom tool and defers tools to a search that it runs itself. */
export const searching = {
  tools: [
    functionTool('exec_command', 'cmd'),
    { type: 'custom', name: 'apply_patch', description: 'Changes files.', format: anyText },
    ...goals,
    {
      type: 'tool_search',
      execution: 'client',
      description: 'Finds tools.',
      parameters: {
        type: 'object',
        properties: { query: { type: 'string' } },
        required: ['query'],
        additionalProperties: false,
      },
    },
    { ...webSearch, search_content_types: ['text', 'image'] },
  ],
  reasoning: { effort: 'medium' },
  text: { verbosity: 'low' },
};

/** The output of a search that Codex runs. */
export function found(callId: string): object {
  return {
    type: 'tool_search_output',
    id: clientId('tso'),
    call_id: callId,
    status: 'completed',
    execution: 'client',
    tools: [agents],
  };
}

/** For its newest models Codex sends no `tools`: groups at the start of the input replace them. */
export const bringing = {
  tools: undefined,
  parallel_tool_calls: false,
  reasoning: { effort: 'low', context: 'all_turns' },
  text: { verbosity: 'low' },
};

export function additionalTools(): object {
  const scripts = {
    type: 'namespace',
    name: 'functions',
    description: '',
    tools: [
      { type: 'custom', name: 'exec', description: 'Runs a script.', format: anyText },
      functionTool('wait', 'cell_id'),
    ],
  };
  const clock = { type: 'namespace', name: 'clock', description: 'Time.', tools: [functionTool('sleep', 'seconds')] };
  return { type: 'additional_tools', id: clientId('at'), role: 'developer', tools: [scripts, clock] };
}

/** A body around the items of a conversation. */
export function body(input: readonly object[], more: object = {}): object {
  return {
    model: 'm',
    stream: true,
    store: false,
    tool_choice: 'auto',
    parallel_tool_calls: true,
    reasoning: { summary: 'auto' },
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: session,
    client_metadata: {
      session_id: session,
      turn_id: session,
      'x-codex-turn-metadata': JSON.stringify({ turn_id: session, sandbox: 'none' }),
    },
    input,
    tools,
    ...more,
  };
}

let made = 0;
const clientId = (prefix: string): string =>
  `${prefix}_0198f1c2-5b7e-7c11-9a55-${String((made += 1)).padStart(12, '0')}`;

export function textMessage(role: 'developer' | 'user', text: string): object {
  return { type: 'message', id: clientId('msg'), role, content: [{ type: 'input_text', text }] };
}

/** Base instructions as a developer message, permissions as another, then two user messages in a row. */
export function opening(text: string): readonly object[] {
  return [
    textMessage('developer', base),
    textMessage('developer', 'Ask before you write.'),
    textMessage('user', environment),
    textMessage('user', text),
  ];
}

export function output(callId: string, text: string): object {
  return { type: 'function_call_output', id: clientId('fco'), call_id: callId, output: text };
}

export async function send(service: TestService, request: object): Promise<Response> {
  return service.post('/v1/responses', request, {
    authorization: `Bearer ${service.key}`,
    accept: 'text/event-stream',
    originator: 'codex_exec',
    'user-agent': 'codex_exec/0.169.0 (Linux; x86_64)',
    'session-id': session,
    'thread-id': session,
    'x-client-request-id': session,
    'x-codex-window-id': `${session}:0`,
    'x-codex-beta-features': 'remote_compaction_v2',
    'x-codex-turn-metadata': JSON.stringify({ turn_id: session, padding: 'p'.repeat(1000) }),
  });
}

export interface CodexTurn {
  readonly items: readonly JsonObject[];
  readonly usage: JsonObject;
}

/** Reads only what Codex reads: items as they are done, and the usage of the end. */
export function readAsCodex(text: string): CodexTurn {
  const events = readResponseEvents(text);
  const items = events.flatMap((event) =>
    event.type === 'response.output_item.done' ? [jsonOf(event)['item'] as JsonObject] : [],
  );
  const end = events.find(({ type }) => type === 'response.completed');
  if (end === undefined) throw new Error('without response.completed the turn has failed');
  return { items, usage: (jsonOf(end)['response'] as JsonObject)['usage'] as JsonObject };
}

function jsonOf(event: ResponseStreamEvent): JsonObject {
  return JSON.parse(JSON.stringify(event)) as JsonObject;
}

/** An item as it is sent back: reasoning gets a null content, all other items are sent back unchanged. */
export function replayed(item: JsonObject): JsonObject {
  return item['type'] === 'reasoning'
    ? {
        type: 'reasoning',
        id: item['id'] ?? null,
        summary: item['summary'] ?? [],
        content: null,
        encrypted_content: item['encrypted_content'] ?? null,
      }
    : item;
}
