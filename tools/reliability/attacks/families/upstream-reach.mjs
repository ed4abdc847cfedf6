// Fields that steer where a request goes, or use what belongs to the operator. What the upstream received decides.
import { attacksOf } from '../attack.mjs';

const version = { 'anthropic-version': '2023-06-01' };
const mark = 'attack-mark';
const at = (path) => `https://${mark}.example/${path}`;

const responses = (body, headers = {}) => ({
  path: '/v1/responses',
  body: { model: 'native-responses', input: 'Hello.', store: false, ...body },
  headers,
});
const messages = (body, headers = {}) => ({
  path: '/v1/messages',
  body: { model: 'native-messages', max_tokens: 8, messages: [{ role: 'user', content: 'Hello.' }], ...body },
  headers: { ...version, ...headers },
});
const userPart = (part) => ({ input: [{ role: 'user', content: [part] }] });
const userBlock = (block) => ({ messages: [{ role: 'user', content: [block] }] });

/** Sends each request, and looks for the pattern in everything that the upstream received. */
const unreached = (name, claim, calls, pattern = new RegExp(mark)) => ({
  name,
  claim,
  async run(attacker) {
    await attacker.flood(attacker.count(calls.length, calls.length * 20), 4, (n) => calls[n % calls.length]);
    for (const { url, headers, text } of attacker.upstream.received) {
      const found = pattern.exec(`${url}\n${JSON.stringify(headers)}\n${text}`)?.[0];
      if (found !== undefined) attacker.fault(`the upstream received ${found}`);
    }
  },
});

const steering = {
  api_base: at('a'),
  base_url: at('b'),
  apiBase: at('c'),
  'Base-URL': at('d'),
  extra_headers: { authorization: mark },
  headers: { host: mark },
  api_key: mark,
  extra_body: { api_base: at('e') },
  custom_llm_provider: mark,
  deployment_id: mark,
  proxies: { https: at('f') },
  litellm_params: { api_base: at('g') },
  aws_sts_endpoint: at('h'),
  vertex_credentials: mark,
  langfuse_host: at('i'),
  fallback_models: [mark],
  user_config: { model_list: [mark] },
  organization: mark,
  webhook_url: at('j'),
};

const privateAddresses = [
  'http://169.254.169.254/latest/meta-data/iam',
  'http://[fd00:ec2::254]/latest/meta-data',
  'http://metadata.google.internal/computeMetadata/v1',
  'http://127.0.0.1:8080/v1/models',
  'http://2852039166/latest',
  'http://0xa9.0xfe.0xa9.0xfe/latest',
  'http://[::ffff:169.254.169.254]/latest',
  'http://localhost/admin',
  'http://10.0.0.1/admin',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'https://user:password@169.254.169.254/',
];

export const attacks = attacksOf('upstream-reach', [
  unreached(
    'steering-fields',
    'sends fields that steer the address and the credentials of the upstream',
    Object.entries(steering).flatMap(([name, value]) => [
      responses({ [name]: value }),
      messages({ [name]: value }),
      {
        path: '/v1/chat/completions',
        body: { model: 'fast', messages: [{ role: 'user', content: 'a' }], [name]: value },
      },
    ]),
  ),
  unreached('steering-fields-inside', 'sends such fields inside of metadata, tools and content', [
    responses({
      tools: [
        { type: 'function', name: 'f', parameters: { type: 'object' }, api_base: at('a'), extra_headers: { a: mark } },
      ],
    }),
    responses(userPart({ type: 'input_text', text: 'a', api_base: at('b') })),
    responses({ text: { format: { type: 'text', base_url: at('c') } } }),
    messages({ tools: [{ name: 'f', input_schema: { type: 'object' }, api_base: at('d') }] }),
    messages(userBlock({ type: 'text', text: 'a', base_url: at('e') })),
    messages({ thinking: { type: 'disabled', api_key: mark } }),
  ]),
  unreached('steering-headers', 'sends headers that steer the upstream, and headers of other vendors', [
    responses(
      {},
      {
        'x-api-base': at('a'),
        'openai-organization': mark,
        'openai-project': mark,
        'x-forwarded-host': mark,
        'api-key': mark,
        'x-goog-api-key': mark,
      },
    ),
    messages(
      {},
      {
        'x-api-base': at('b'),
        'x-portkey-config': mark,
        'helicone-target-url': at('c'),
        'x-litellm-api-base': at('d'),
        cookie: mark,
        'proxy-authorization': mark,
      },
    ),
  ]),
  unreached(
    'client-credentials',
    'sends its key in every way, so that the upstream receives it',
    [responses({}), messages({}), messages({}, { 'x-api-key': 'key-of-the-attacker-0123456789abcdef0123456789' })],
    /key-of-the-\w+-[0-9a-f]+/,
  ),
  unreached('query-parameters', 'sends query parameters that a proxy may read', [
    { ...responses({}), path: `/v1/responses?api_base=${encodeURIComponent(at('a'))}&api-version=${mark}` },
    { ...messages({}), path: `/v1/messages?base_url=${encodeURIComponent(at('b'))}` },
  ]),
  unreached(
    'model-names',
    'sends model names with paths and addresses',
    ['../../admin', 'native-responses/../x', `${at('a')}`, 'native-responses?x=1', 'native-responses\r\nx: y'].flatMap(
      (model) => [responses({ model }), messages({ model })],
    ),
    /admin|attack-mark|\.\./,
  ),
  unreached('mcp-servers', 'names MCP servers to which the upstream should connect', [
    responses({
      tools: [
        {
          type: 'mcp',
          server_label: 'a',
          server_url: at('mcp'),
          require_approval: 'never',
          headers: { authorization: mark },
        },
      ],
    }),
    responses({ tools: [{ type: 'mcp', server_label: 'a', connector_id: `connector_${mark}`, authorization: mark }] }),
    messages(
      {
        mcp_servers: [{ type: 'url', url: at('mcp'), name: 'a', authorization_token: mark }],
        tools: [{ type: 'mcp_toolset', mcp_server_name: 'a' }],
      },
      { 'anthropic-beta': 'mcp-client-2025-11-20' },
    ),
  ]),
  unreached(
    'hosted-tools',
    'requests tools that the upstream runs at the cost of the operator',
    [
      ...['code_interpreter', 'web_search', 'file_search', 'image_generation', 'computer_use_preview'].map((type) =>
        responses({
          tools: [
            {
              type,
              ...(type === 'code_interpreter' ? { container: { type: 'auto' } } : {}),
              ...(type === 'file_search' ? { vector_store_ids: [`vs_${mark}`] } : {}),
            },
          ],
        }),
      ),
      messages({ tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] }),
      messages({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
      messages({ tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }),
    ],
    /"type":\s*"(?:code_interpreter|web_search|file_search|image_generation|computer_use_preview|container_auto|code_execution_\w+|web_search_\w+|web_fetch_\w+)"|attack-mark/,
  ),
  unreached('vendor-ids', 'names containers, files, vector stores and prompts of others', [
    responses({ tools: [{ type: 'code_interpreter', container: `cntr_${mark}` }] }),
    responses({ tools: [{ type: 'file_search', vector_store_ids: [`vs_${mark}`] }] }),
    responses(userPart({ type: 'input_file', file_id: `file-${mark}` })),
    responses(userPart({ type: 'input_image', file_id: `file-${mark}` })),
    responses({ prompt: { id: `pmpt_${mark}` } }),
    responses({ conversation: `conv_${mark}` }),
    responses({ previous_response_id: `resp_${mark}` }),
    messages({ container: `container_${mark}` }),
    messages({
      container: {
        id: `container_${mark}`,
        skills: [{ type: 'custom', skill_id: `skill_${mark}`, version: 'latest' }],
      },
    }),
    messages(userBlock({ type: 'container_upload', file_id: `file_${mark}` })),
    messages(userBlock({ type: 'image', source: { type: 'file', file_id: `file_${mark}` } })),
  ]),
  unreached(
    'service-tiers',
    'requests tiers and speeds that cost more',
    [
      ...['priority', 'fast', 'scale'].map((service_tier) => responses({ service_tier })),
      messages({ service_tier: 'priority' }),
      messages({ speed: 'fast' }, { 'anthropic-beta': 'fast-mode-2026-02-01' }),
      messages({ fallbacks: [{ model: mark }] }),
      messages({ billing_policy: { type: 'bill_to', bill_to: mark } }),
    ],
    /"priority"|"scale"|"speed":\s*"fast"|"service_tier":\s*"fast"|attack-mark/,
  ),
  unreached(
    'private-media-urls',
    'sends images and files at private addresses, which the upstream may fetch',
    privateAddresses.flatMap((url) => [
      responses(userPart({ type: 'input_image', image_url: url })),
      responses(userPart({ type: 'input_file', file_url: url })),
      messages(userBlock({ type: 'image', source: { type: 'url', url } })),
      messages(userBlock({ type: 'document', source: { type: 'url', url } })),
      {
        path: '/v1/responses',
        body: { model: 'fast', store: false, ...userPart({ type: 'input_image', image_url: url }) },
      },
    ]),
    /169\.254|fd00:|metadata\.google|127\.0\.0\.1:8080|2852039166|0xa9|localhost\/admin|10\.0\.0\.1|file:\/\/|gopher:/,
  ),
  {
    name: 'objects-of-the-victim',
    claim: "reads, continues and deletes the victim's objects by their ids",
    prepare: async (attacker) => {
      const key = attacker.keys.victim;
      const conversation = await attacker.need({ path: '/v1/conversations', key, body: {} });
      const response = await attacker.need({ path: '/v1/responses', key, body: { model: 'fast', input: 'Hello.' } });
      return { conversation: conversation.id, response: response.id };
    },
    async run(attacker, { conversation, response }) {
      const calls = [
        { path: `/v1/responses/${response}` },
        { path: `/v1/responses/${response}/input_items` },
        { path: `/v1/responses/${response}?stream=true&starting_after=0` },
        { path: `/v1/responses/${response}`, method: 'DELETE' },
        { path: `/v1/responses/${response}/cancel`, method: 'POST' },
        { path: `/v1/conversations/${conversation}` },
        { path: `/v1/conversations/${conversation}/items` },
        { path: `/v1/conversations/${conversation}`, method: 'DELETE' },
        { path: '/v1/responses', body: { model: 'fast', input: 'a', previous_response_id: response } },
        { path: '/v1/responses', body: { model: 'fast', input: 'a', conversation } },
        { path: '/v1/responses', body: { model: 'fast', input: [{ type: 'item_reference', id: response }] } },
      ];
      await attacker.flood(attacker.count(calls.length, 2_000), 20, (n) => calls[n % calls.length]);
      if (attacker.statuses[200] !== undefined) attacker.fault(`${attacker.statuses[200]} requests have status 200`);
    },
  },
]);
