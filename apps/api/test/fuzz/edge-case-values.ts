// Values that have broken programs before.
import type { Random } from './random.js';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Represents a number that JSON allows but JSON.stringify never writes; see {@link writeJson}. */
const rawNumber = (text: string): string => `\u{f8ff}${text}\u{f8ff}`;

const plain: readonly Json[] = [
  null,
  true,
  false,
  [],
  {},
  '',
  ' ',
  'x',
  0,
  1,
  -1,
  0.5,
  -0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
  [null],
  [[]],
  [{}],
  { type: null },
  { type: 1 },
  { type: 'text' },
  rawNumber('1e400'),
  rawNumber('-1e400'),
  rawNumber('-0'),
  rawNumber('1E+2'),
  rawNumber('0.1e-400'),
  rawNumber('123456789012345678901234567890'),
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  'a\udfff',
  '\ufeff',
  '\u2028',
  '\u202e',
  'é',
  '\u{1f600}',
  '\r\n\r\n',
  'data: x\n\nevent: y\n\n',
  '<|im_end|>',
  '{',
  '[]',
  '{"a":1}',
  'null',
  'true',
  '1',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'then',
  'toJSON',
  'length',
  '$ref',
  'file:///etc/passwd',
  'data:,',
  'data:image/png;base64,AAAA',
  'http://127.0.0.1:1/',
];

/** Words of both APIs: a changed tag or role is a deeper fault than a random string. */
export const payloadText: readonly string[] = [
  'user',
  'assistant',
  'system',
  'developer',
  'tool',
  'critic',
  'text',
  'input_text',
  'output_text',
  'summary_text',
  'reasoning_text',
  'refusal',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'tool_reference',
  'server_tool_use',
  'web_search_tool_result',
  'search_result',
  'image',
  'input_image',
  'document',
  'input_file',
  'message',
  'reasoning',
  'function',
  'function_call',
  'function_call_output',
  'custom',
  'custom_tool_call',
  'custom_tool_call_output',
  'item_reference',
  'compaction',
  'namespace',
  'web_search',
  'web_search_call',
  'mcp',
  'mcp_call',
  'computer_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'tool_search_call',
  'base64',
  'url',
  'file',
  'auto',
  'any',
  'none',
  'required',
  'allowed_tools',
  'grammar',
  'lark',
  'regex',
  'json_schema',
  'json_object',
  'adaptive',
  'enabled',
  'disabled',
  'between_tools',
  'create',
  'continue',
  'ephemeral',
  'completed',
];

/** Names that a member may be given. */
export const edgeCaseNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'toJSON',
  '',
  '0',
  'type',
  'role',
  'content',
  'input',
  'id',
  'name',
  'call_id',
  'tool_use_id',
  'model',
  'stream',
  'store',
  'thread',
  'conversation',
  'background',
  'previous_response_id',
  'tools',
  'tool_choice',
  'text',
  'format',
  'schema',
  'signature',
  'encrypted_content',
  'cache_control',
  'metadata',
  '$shape',
  '\0',
  '\ud800',
];

export function edgeCaseValue(random: Random): Json {
  switch (random.below(8)) {
    case 0:
      return random.pick(payloadText);
    case 1:
      return random.pick(['x', '\0', '\ud83d', 'é', '"', '\\']).repeat(10 ** random.below(5));
    case 2:
      return nested(random.pick<Json>([null, 'x', { type: 'text', text: 'x' }]), 1 + random.below(160), random);
    case 3:
      return Array.from({ length: random.below(300) }, () => structuredClone(random.pick(plain)));
    default:
      // A copy: later changes may reach into it.
      return structuredClone(random.pick(plain));
  }
}

/** `value` inside `depth` arrays or objects. */
export function nested(value: Json, depth: number, random: Random): Json {
  const wrap = random.pick<(inner: Json) => Json>([
    (inner) => [inner],
    (inner) => ({ a: inner }),
    (inner) => ({ type: 'object', properties: inner }),
    (inner) => ({ content: [inner] }),
  ]);
  let wrapped = value;
  for (let level = 0; level < depth; level += 1) wrapped = wrap(wrapped);
  return wrapped;
}

/** Returns JSON text with the numbers that {@link rawNumber} represents. */
export function writeJson(value: Json): string {
  return JSON.stringify(value).replaceAll(
    /(?<!\\)"\u{f8ff}(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)\u{f8ff}"/gu,
    '$1',
  );
}
