// What Claude Code sends, in every captured form. Prompt texts are invented. `tools/clients` runs the program itself.
import type { JsonObject } from '@org/engine';
import type { TestService } from '../kit/start-service.js';

const commonBetas = [
  'claude-code-20250219',
  'interleaved-thinking-2025-05-14',
  'context-management-2025-06-27',
  'mid-conversation-tool-changes-2026-07-01',
  'thinking-token-count-2026-05-13',
  'advanced-tool-use-2025-11-20',
  'effort-2025-11-24',
];

export interface Capture {
  readonly name: string;
  readonly betas: readonly string[];
  readonly fields: JsonObject;
}

export const captures: readonly Capture[] = [
  {
    name: 'A',
    betas: [...commonBetas, 'thinking-display-updates-2026-08-18'],
    fields: {
      max_tokens: 32_000,
      thinking: { type: 'adaptive', display: 'updates' },
      output_config: { effort: 'high' },
    },
  },
  {
    name: 'B',
    betas: [...commonBetas, 'per-turn-control-2026-07-01'],
    fields: {
      max_tokens: 128_000,
      thinking: { type: 'adaptive', display: 'omitted' },
      output_config: { effort: 'medium' },
    },
  },
  {
    name: 'C (2.1.330)',
    betas: [...commonBetas, 'per-turn-control-2026-07-01', 'thinking-display-updates-2026-08-18'],
    fields: {
      max_tokens: 128_000,
      thinking: { type: 'adaptive', display: 'updates' },
      output_config: { effort: 'medium' },
    },
  },
];

export const billingLine = 'x-anthropic-billing-header: cc_version=2.1.329.abc; cc_entrypoint=sdk-cli; cch=5f3a1;';
export const prompt = {
  system: 'You help with a code base.',
  reminder: '<system-reminder>Be brief.</system-reminder>',
  environment: 'Working directory: /srv/project',
};
const ephemeral = { type: 'ephemeral' };

const input = (...names: readonly string[]): JsonObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: [...names],
  additionalProperties: false,
});

export const tools = {
  Read: { name: 'Read', description: 'Reads a file.', input_schema: input('file_path') },
  Bash: { name: 'Bash', description: 'Runs a command.', input_schema: input('command') },
  ToolSearch: { name: 'ToolSearch', description: 'Finds deferred tools.', input_schema: input('query') },
  WebFetch: { name: 'WebFetch', description: 'Fetches a page.', input_schema: input('url'), defer_loading: true },
  StructuredOutput: {
    name: 'StructuredOutput',
    description: 'Returns the final answer.',
    input_schema: input('summary'),
  },
} as const;

/** A body of `capture`; the environment is the last message of the first turn, as a system message. */
export function body(
  { fields }: Capture,
  messages: readonly object[],
  offered: readonly object[] = [tools.Read, tools.Bash, tools.ToolSearch],
): object {
  return {
    model: 'm',
    stream: true,
    ...fields,
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    metadata: {
      user_id: JSON.stringify({
        device_id: '1f',
        account_uuid: '',
        session_id: '8c8e5b1e-2c0e-4d8a-9c53-6a3d1d5b0f11',
      }),
    },
    system: [
      { type: 'text', text: billingLine },
      { type: 'text', text: prompt.system, cache_control: ephemeral },
    ],
    messages,
    tools: offered,
  };
}

/** The first turn: reminder and prompt in one user message, followed by the environment. */
export function opening(text: string): readonly object[] {
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: prompt.reminder },
        { type: 'text', text },
      ],
    },
    { role: 'system', content: [{ type: 'text', text: prompt.environment, cache_control: ephemeral }] },
  ];
}

/**
 * After a compaction: the summary as a user message and the earlier environment as a system message with only a
 * setting.
 */
export function compacted(text: string): readonly object[] {
  return [
    { role: 'user', content: 'This goes on from an earlier conversation.' },
    { role: 'system', content: [], output_config: { effort: 'medium' } },
    { role: 'assistant', content: [{ type: 'text', text: 'As I said.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: prompt.reminder },
        { type: 'text', text },
      ],
    },
    {
      role: 'system',
      content: [{ type: 'text', text: prompt.environment, cache_control: ephemeral }],
      output_config: { effort: 'medium' },
    },
  ];
}

export function toolResult(id: string, content: string | readonly object[]): object {
  return { tool_use_id: id, type: 'tool_result', content, is_error: false, cache_control: ephemeral };
}

/** Sends a request as Claude Code does: with its query, headers and key header. */
export function send(service: TestService, { betas }: Capture, request: object): Promise<Response> {
  return service.post('/v1/messages?beta=true', request, {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'x-api-key': service.key,
    'anthropic-version': '2023-06-01',
    'anthropic-beta': betas.join(','),
    'anthropic-dangerous-direct-browser-access': 'true',
    'user-agent': 'claude-cli/2.1.330 (external, sdk-cli)',
    'x-app': 'cli',
    'x-claude-code-session-id': '8c8e5b1e-2c0e-4d8a-9c53-6a3d1d5b0f11',
    'x-stainless-arch': 'x64',
    'x-stainless-lang': 'js',
    'x-stainless-os': 'Linux',
    'x-stainless-package-version': '0.128.0',
    'x-stainless-retry-count': '0',
    'x-stainless-runtime': 'node',
    'x-stainless-runtime-version': 'v24.3.0',
    'x-stainless-timeout': '600',
  });
}
