// Credentials that a client sends for tool calls are neither returned nor listed.
import { emptyUsage, type JsonObject } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { responsesDialect, toConversationItems } from '#src/responses.js';
import { decodeOptions, encodeContext } from './options.js';

const network_policy = {
  type: 'allowlist',
  allowed_domains: ['example.org'],
  domain_secrets: [{ domain: 'example.org', name: 'KEY', value: 'secret' }],
};
const redactedPolicy = { type: 'allowlist', allowed_domains: ['example.org'] };

const guarded: readonly (readonly [string, JsonObject, JsonObject])[] = [
  [
    'the credentials of an MCP server',
    { type: 'mcp', server_label: 's', authorization: 'secret', headers: { k: 'secret' } },
    { type: 'mcp', server_label: 's' },
  ],
  [
    'the secrets of a code interpreter',
    { type: 'code_interpreter', container: { type: 'auto', memory_limit: '1g', network_policy } },
    { type: 'code_interpreter', container: { type: 'auto', memory_limit: '1g', network_policy: redactedPolicy } },
  ],
  [
    'the secrets of a shell',
    { type: 'shell', environment: { type: 'container_auto', file_ids: ['f'], network_policy } },
    { type: 'shell', environment: { type: 'container_auto', file_ids: ['f'], network_policy: redactedPolicy } },
  ],
];

const open: readonly JsonObject[] = [
  { type: 'mcp', server_label: 's', headers: null },
  { type: 'code_interpreter', container: 'cntr_1' },
  { type: 'code_interpreter', container: { type: 'auto' } },
  { type: 'code_interpreter', container: { type: 'auto', network_policy: { type: 'disabled' } } },
  { type: 'shell' },
  { type: 'shell', environment: null },
  { type: 'shell', environment: { type: 'container_reference', container_id: 'cntr_1' } },
  { type: 'web_search', search_context_size: 'low' },
];

const parse = (body: JsonObject): ResponseCreateParams =>
  responsesDialect.parseRequest({ model: 'm', input: 'q', ...body });

/** The stored fields of a response to `body`. */
function storedFields(body: JsonObject) {
  const { payload, items } = responsesDialect.createEncoder(parse(body), encodeContext()).snapshot({
    result: { model: 'm', parts: [], finishReason: { unified: 'stop' }, usage: emptyUsage, warnings: [] },
  });
  return { payload, items: items.map(({ value }) => value) };
}

const bringing = (tool: JsonObject): JsonObject[] => [
  { type: 'additional_tools', id: 'at_1', role: 'developer', tools: [tool] },
  { type: 'tool_search_output', id: 'tso_1', call_id: null, tools: [tool] },
];

describe('the address of an MCP server', () => {
  it.each([
    ['https://mcp.example.org/s/c3cret/mcp?key=c3cret', 'https://mcp.example.org'],
    ['https://user:c3cret@mcp.example.org:8443', 'https://mcp.example.org:8443'],
    ['https://mcp.example.org', 'https://mcp.example.org'],
    ['c3cret', undefined],
  ])('is returned except for fields that may hold secrets: %s', (server_url, shown) => {
    const { payload } = storedFields({ tools: [{ type: 'mcp', server_label: 's', server_url }] });
    expect(payload['tools']).toEqual([
      { type: 'mcp', server_label: 's', ...(shown !== undefined && { server_url: shown }) },
    ]);
    expect(JSON.stringify(payload)).not.toContain('c3cret');
  });
});

describe.each(guarded)('%s', (_, tool, shown) => {
  it('are not repeated in the response', () => {
    expect(storedFields({ tools: [tool] }).payload['tools']).toEqual([shown]);
  });

  it('are not stored in the items that add the tool', () => {
    expect(storedFields({ input: bringing(tool) }).items).toEqual(bringing(shown));
  });

  it('are not stored in a conversation', () => {
    const { input = [] } = parse({ input: bringing(tool) });
    expect(
      toConversationItems(typeof input === 'string' ? [] : input, new Map(), 'conv_1', () => '').map(
        ({ value }) => value,
      ),
    ).toEqual(bringing(shown));
  });

  it('reach an upstream that speaks this dialect', () => {
    const { generation } = responsesDialect.decodeRequest(parse({ tools: [tool], input: bringing(tool) }), {
      ...decodeOptions(),
      native: 'responses',
    });
    expect(generation.tools).toMatchObject([{ kind: 'hosted', value: tool }]);
    expect(generation.messages.flatMap(({ parts }) => parts)).toMatchObject(
      bringing(tool).map((value) => ({ type: 'opaque', value })),
    );
  });
});

describe('a tool without secrets', () => {
  it.each(open)('is returned and stored unchanged: %j', (tool) => {
    const { payload, items } = storedFields({ tools: [tool], input: bringing(tool) });
    expect(payload['tools']).toEqual([tool]);
    expect(items).toEqual(bringing(tool));
  });
});
