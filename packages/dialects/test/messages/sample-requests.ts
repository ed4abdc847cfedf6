// Requests that use the full range of the API, in addition to the fixtures: combinations that no single client sends.
import type { JsonObject } from '@org/engine';
import { assistant, body, text, toolUse, user } from './requests.js';

const cacheBreakpoint = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: {} } };
const result = (fields: object): object => ({ type: 'tool_result', tool_use_id: 'a', ...fields });
const requestWithResults = (...blocks: readonly object[]): JsonObject =>
  body({ messages: [user('Hi'), assistant([toolUse('a')]), user(blocks)], tools: [tool] });

export const sampleRequests: Readonly<Record<string, JsonObject>> = {
  'the smallest': body(),
  'system as text': body({ system: 'Be brief.' }),
  'empty system text': body({ system: '' }),
  'system as blocks': body({ system: [text('a'), { ...text('b'), ...cacheBreakpoint }] }),
  'no system blocks': body({ system: [] }),
  'a billing line': body({
    system: [text('x-anthropic-billing-header: cc_version=2.1; cch=0f3a;'), { ...text('b'), ...cacheBreakpoint }],
  }),
  'only a billing line': body({ system: [text('x-anthropic-billing-header: cc_version=2.1;')] }),
  'system in mid-conversation': body({
    messages: [user('Hi'), { role: 'system', content: [{ ...text('now'), ...cacheBreakpoint }] }],
  }),
  'system in mid-conversation as text': body({
    messages: [user('Hi'), { role: 'system', content: 'now', clear_at: 'never' }, assistant('Yes'), user('So?')],
  }),
  'system without content': body({ messages: [user('Hi'), { role: 'system', output_config: { effort: 'low' } }] }),
  'efforts set in mid-conversation': body({
    messages: [
      user('Hi'),
      { role: 'system', content: [], output_config: { effort: 'low' } },
      assistant('Yes'),
      user('So?'),
      { role: 'system', content: 'now', output_config: { effort: 'max' } },
    ],
    output_config: { effort: 'high' },
  }),
  'a prefill': body({ messages: [user('Hi'), assistant('{"a":')] }),
  'an empty prefill': body({ messages: [user('Hi'), assistant('')] }),
  'an empty list as prefill': body({ messages: [user('Hi'), assistant([])] }),
  'neighbours of one role': body({ messages: [user('a'), user([text('b')]), assistant('c'), assistant([text('d')])] }),
  'an image': body({
    messages: [
      user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' }, ...cacheBreakpoint }]),
    ],
  }),
  'an image by address': body({
    messages: [user([{ type: 'image', source: { type: 'url', url: 'https://a.example/b.png', width: 3 } }])],
  }),
  'an image of an unknown source': body({
    messages: [user([{ type: 'image', source: { type: 'moon', phase: 1 } }, text('What is it?')])],
  }),
  'cited documents': body({
    messages: [
      user(
        ['one', 'two'].map((data) => ({
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data },
          citations: { enabled: true },
        })),
      ),
    ],
  }),
  documents: body({
    messages: [
      user([
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' },
          title: 'T',
          context: 'C',
        },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hello' }, title: null },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'hello' },
          title: 'T',
          context: 'C',
          ...cacheBreakpoint,
        },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hello' }, context: '' },
        { type: 'document', source: { type: 'content', content: [text('one'), text('two')] }, title: 'Both' },
        { type: 'document', source: { type: 'file', file_id: 'file_1' } },
      ]),
    ],
  }),
  'a search result': body({
    messages: [user([{ type: 'search_result', source: 's', title: 't', content: [text('x')] }])],
  }),
  'an unknown block': body({ messages: [user([{ type: 'hologram', depth: 3 }, text('What is it?')])] }),
  'thinking of another signer': body({
    messages: [
      user('Hi'),
      assistant([{ type: 'thinking', thinking: 'Hm.', signature: 'Zm9yZWlnbg==' }, text('a')]),
      user('b'),
    ],
  }),
  'unsigned thinking': body({
    messages: [user('Hi'), assistant([{ type: 'thinking', thinking: 'Hm.' }, text('a')]), user('b')],
  }),
  'thinking with a null signature': body({
    messages: [user('Hi'), assistant([{ type: 'thinking', thinking: 'Hm.', signature: null }, text('a')]), user('b')],
  }),
  'redacted thinking': body({
    messages: [user('Hi'), assistant([{ type: 'redacted_thinking', data: 'eA==' }, text('a')]), user('b')],
  }),
  'a result as text': requestWithResults(result({ content: 'seen' })),
  'a result as empty text': requestWithResults(result({ content: '' })),
  'a result without content': requestWithResults(result({})),
  'a result of an empty list': requestWithResults(result({ content: [] })),
  'a failed result with a mark': requestWithResults(
    result({ content: [text('no')], is_error: true, ...cacheBreakpoint }),
  ),
  'a result that did not fail': requestWithResults(result({ content: 'seen', is_error: false, toolset_name: 'x' })),
  'a result with an image and a reference': requestWithResults(
    result({
      content: [
        { type: 'image', source: { type: 'file', file_id: 'f' } },
        { type: 'tool_reference', tool_name: 'Fetch' },
      ],
    }),
  ),
  'a result and a text': requestWithResults(result({ content: 'seen' }), { ...text('And?'), ...cacheBreakpoint }),
  'a text before a result': requestWithResults(text('Here:'), result({ content: 'seen' }), text('And?')),
  'a server tool in the history': body({
    messages: [
      user('Hi'),
      assistant([
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [
            { type: 'web_search_result', url: 'https://a.example', title: 'A', encrypted_content: 'x', page_age: null },
          ],
        },
        {
          ...text('Found.'),
          citations: [
            {
              type: 'web_search_result_location',
              cited_text: 'c',
              encrypted_index: 'i',
              title: 'A',
              url: 'https://a.example',
            },
          ],
        },
      ]),
      user('b'),
    ],
  }),
  'many kinds of tools': body({
    tools: [
      { ...tool, strict: true, type: 'custom', defer_loading: true, ...cacheBreakpoint },
      { ...tool, name: 'other', type: null },
      { type: 'bash_20250124', name: 'bash', ...cacheBreakpoint },
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 100 },
      { type: 'memory_20250818', name: 'memory' },
      { type: 'computer_20250124', name: 'computer', display_width_px: 100, display_height_px: 100 },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
      { type: 'weather_20270101', name: 'weather' },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: false },
  }),
  'no tools': body({ tools: [], stop_sequences: [] }),
  'a forced tool': body({
    tools: [tool],
    tool_choice: { type: 'tool', name: 'look', disable_parallel_tool_use: true },
  }),
  'any tool': body({ tools: [tool], tool_choice: { type: 'any', mood: 'good' } }),
  'no call': body({ tools: [tool], tool_choice: { type: 'none' } }),
  sampling: body({ temperature: 0.5, top_p: 0.9, top_k: 40, stop_sequences: ['END'] }),
  'thinking with a budget': body({
    max_tokens: 4000,
    thinking: { type: 'enabled', budget_tokens: 2000, display: 'omitted' },
  }),
  'adaptive thinking': body({ thinking: { type: 'adaptive', display: null }, output_config: { effort: 'high' } }),
  'no thinking': body({ thinking: { type: 'disabled' } }),
  'thinking between tools': body({ thinking: { type: 'between_tools' } }),
  'an effort alone': body({ output_config: { effort: 'max', task_budget: { type: 'tokens', total: 5 } } }),
  'empty output_config': body({ output_config: {} }),
  'nulls in output_config': body({ output_config: { effort: null, format: null } }),
  'a schema': body({
    output_config: { format: { type: 'json_schema', schema: { type: 'object' }, name: 'n' }, effort: 'low' },
  }),
  'a schema by its old name': body({ output_format: { type: 'json_schema', schema: { type: 'object' } } }),
  'a schema by both names': body({
    output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
    output_format: { type: 'json_schema', schema: { type: 'array' } },
  }),
  'a thread': body({ thread: { type: 'create' } }),
  'a continued thread': body({
    messages: [user([result({ content: '42' })])],
    thread: { type: 'continue', previous_message_id: 'msg_0' },
  }),
  'a thread that continues without new messages': body({
    messages: [],
    thread: { type: 'continue', previous_message_id: 'msg_0' },
  }),
  'everything else': body({
    stream: true,
    metadata: { user_id: '{"device_id":"d"}' },
    service_tier: 'auto',
    container: 'c_1',
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    mcp_servers: [{ type: 'url', name: 'n', url: 'https://a.example' }],
    ...cacheBreakpoint,
    colour: { red: 1 },
  }),
};
