import type { JsonObject } from '@org/engine';
import { applyPolicy, type UpstreamPolicySettings } from '#src/dialect.js';
import { messagesRequestFields } from '#src/messages.js';
import { responsesRequestFields } from '#src/responses.js';
import { openPolicy, policyContext } from './policy-context.js';

const responses = (body: JsonObject, settings: Partial<UpstreamPolicySettings> = {}, base = openPolicy) =>
  applyPolicy(responsesRequestFields(), body, policyContext(settings, base));
const messages = (body: JsonObject, settings: Partial<UpstreamPolicySettings> = {}, base = openPolicy) =>
  applyPolicy(messagesRequestFields(), body, policyContext(settings, base));

const text = { type: 'input_text', text: 'Look.' };
const image = (url: string): JsonObject => ({ type: 'input_image', image_url: url });

it('returns the same request when everything passes, also with items of unknown types', () => {
  const unknown = { type: 'dream_call', id: 'dr_1', plot: { acts: 3 } };
  const body = {
    model: 'm',
    input: [{ role: 'user', content: [text, image('https://a.example/1')] }, unknown],
    tools: [],
  };
  expect(responses(body).body).toBe(body);
});

describe('hosted tools', () => {
  it('are removed together with a tool_choice that names them', () => {
    const body = { model: 'm', input: 'x', tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } };
    expect(responses(body, { hostedTools: 'drop' }).body).toEqual({ model: 'm', input: 'x' });
  });

  it('are removed from allowed_tools, and other tools stay', () => {
    const fun = { type: 'function', name: 'f', parameters: {} };
    const body = {
      model: 'm',
      tools: [{ type: 'code_interpreter', container: { type: 'auto' } }, fun],
      tool_choice: {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [{ type: 'code_interpreter' }, { type: 'function', name: 'f' }],
      },
    };
    expect(responses(body, { hostedTools: 'drop' }).body).toEqual({
      model: 'm',
      tools: [fun],
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
    });
  });

  it('include shell with a container, and not shell on the client', () => {
    const local = [{ type: 'shell' }, { type: 'shell', environment: { type: 'local' } }];
    const body = { model: 'm', tools: [...local, { type: 'shell', environment: { type: 'container_auto' } }] };
    expect(responses(body, { hostedTools: 'drop' }).body).toEqual({ model: 'm', tools: local });
  });

  it('include tools of unknown types, also those that input items add', () => {
    const added = {
      type: 'additional_tools',
      role: 'developer',
      tools: [{ type: 'browser_2027' }, { type: 'custom', name: 'c' }],
    };
    expect(responses({ model: 'm', input: [added] }, { hostedTools: 'drop' }).body).toEqual({
      model: 'm',
      input: [{ ...added, tools: [{ type: 'custom', name: 'c' }] }],
    });
  });

  it('are not the search among the tools of the request', () => {
    const body = { model: 'm', tools: [{ type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' }] };
    expect(messages(body, { hostedTools: 'reject' })).toEqual({ body, findings: [] });
  });
});

describe('MCP servers', () => {
  const server = (url: string): JsonObject => ({ type: 'mcp', server_label: url, server_url: url });

  it('pass when the operator lists their URL', () => {
    const listed = server('https://tools.example/mcp');
    const body = {
      model: 'm',
      tools: [listed, server('https://tools.example/other'), { ...listed, tunnel_id: 't_1' }],
    };
    const allowedMcpServers = ['https://TOOLS.example:443/mcp'];
    expect(responses(body, { mcpServers: 'drop', allowedMcpServers }).body['tools']).toEqual([listed]);
  });

  it('pass when the operator lists their connector', () => {
    const body = { model: 'm', tools: [{ type: 'mcp', server_label: 'mail', connector_id: 'connector_gmail' }] };
    expect(responses(body, { mcpServers: 'reject', allowedMcpServers: ['connector_gmail'] }).findings).toEqual([]);
    expect(responses(body, { mcpServers: 'reject', allowedMcpServers: ['connector_dropbox'] }).findings).toEqual([
      { path: 'tools.0', rule: 'mcpServers', action: 'reject' },
    ]);
  });

  it('of the messages dialect are removed together with their toolsets', () => {
    const body = {
      model: 'm',
      mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.example/' }],
      tools: [
        { type: 'mcp_toolset', mcp_server_name: 'a' },
        { name: 'f', input_schema: {} },
      ],
    };
    expect(messages(body, { mcpServers: 'drop' }).body).toEqual({
      model: 'm',
      tools: [{ name: 'f', input_schema: {} }],
    });
  });

  it('are found in members that the dialect does not define', () => {
    const body = { model: 'm', mcp_servers: [{ url: 'https://evil.example/' }] };
    expect(responses(body, { mcpServers: 'reject' }).findings).toEqual([
      { path: 'mcp_servers', rule: 'mcpServers', action: 'reject' },
    ]);
  });
});

describe('ids of the upstream', () => {
  it('pass when the owner has received them, in the form of the upstream', () => {
    const body = { model: 'm', container: 'cntr_1.mine' };
    expect(messages(body, { vendorIds: 'reject' })).toEqual({
      body: { model: 'm', container: 'cntr_1' },
      findings: [],
    });
  });

  it('take the element that needs them along', () => {
    const call = {
      type: 'code_interpreter_call',
      id: 'ci_1',
      status: 'completed',
      container_id: 'c',
      code: '',
      outputs: null,
    };
    const file = { type: 'input_file', file_id: 'file-1' };
    const body = { model: 'm', input: [call, { role: 'user', content: [text, file] }] };
    expect(responses(body, { vendorIds: 'drop' }).body['input']).toEqual([
      { role: 'user', content: [text, { type: 'input_text', text: '[input_file: not available to the model]' }] },
    ]);
  });

  it('fail no request in records of earlier work, which clients send back', () => {
    const call = { type: 'shell_call', call_id: 'c_1', action: { commands: [] } };
    const environment = { type: 'container_reference', container_id: 'cntr_1' };
    const { body, findings } = responses({ model: 'm', input: [{ ...call, environment }] }, { vendorIds: 'reject' });
    expect(body['input']).toEqual([call]);
    expect(findings).toEqual([{ path: 'input.0.environment.container_id', rule: 'vendorIds', action: 'drop' }]);
    const tool = { type: 'shell', environment };
    expect(responses({ model: 'm', tools: [tool] }, { vendorIds: 'reject' }).findings).toEqual([
      { path: 'tools.0.environment.container_id', rule: 'vendorIds', action: 'reject' },
    ]);
  });

  it('take the tool along when none is left', () => {
    const search = (ids: string[]): JsonObject => ({ type: 'file_search', vector_store_ids: ids });
    const body = { model: 'm', tools: [search(['vs_1']), search(['vs_1', 'vs_2.mine'])] };
    expect(responses(body, { vendorIds: 'drop' }).body['tools']).toEqual([search(['vs_2'])]);
  });

  it('are not the vendor’s own skills and generated images that the client sends', () => {
    const skills = [{ type: 'anthropic', skill_id: 'pptx' }];
    expect(messages({ model: 'm', container: { skills } }, { vendorIds: 'reject' }).findings).toEqual([]);
    const item = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'aGk=' };
    expect(responses({ model: 'm', input: [item] }, { vendorIds: 'reject' }).findings).toEqual([]);
    expect(responses({ model: 'm', input: [{ ...item, result: null }] }, { vendorIds: 'reject' }).findings).toEqual([
      { path: 'input.0.id', rule: 'vendorIds', action: 'drop' },
    ]);
  });

  it('are left out of citations without an error', () => {
    const annotations = [{ type: 'file_citation', file_id: 'file-1', filename: 'a', index: 0 }];
    const part = { type: 'output_text', text: 'x', annotations };
    const body = { model: 'm', input: [{ type: 'message', role: 'assistant', content: [part] }] };
    const { body: left, findings } = responses(body, { vendorIds: 'reject' });
    expect(left['input']).toEqual([{ type: 'message', role: 'assistant', content: [{ ...part, annotations: [] }] }]);
    expect(findings.map(({ action }) => action)).toEqual(['drop']);
  });
});

describe('fields that the API does not define', () => {
  it('pass, with the usual meaning of names within them', () => {
    const body = { model: 'm', client_metadata: { session: 's', inner: { apiKey: 'k', file_id: 'file-1' } } };
    expect(responses(body, { vendorIds: 'drop' }).body).toEqual({
      model: 'm',
      client_metadata: { session: 's', inner: {} },
    });
  });

  it('have the meaning that gateways give them', () => {
    const body = { model: 'm', plugins: [{ id: 'web' }], models: ['expensive'], provider: { order: ['x'] } };
    const { body: left, findings } = responses(body, { hostedTools: 'drop', serviceTier: 'drop' });
    expect(left).toEqual({ model: 'm' });
    expect(findings.map(({ path, rule }) => [path, rule])).toEqual([
      ['plugins', 'hostedTools'],
      ['models', 'serviceTier'],
      ['provider', 'serviceTier'],
    ]);
  });

  it('do not pass under drop and reject, and content parts of unknown types do not either', () => {
    const body = {
      model: 'm',
      new_field: 1,
      input: [{ role: 'user', content: [{ type: 'input_smell', smell: 'x' }] }],
    };
    expect(responses(body, { unknownFields: 'reject' }).findings).toEqual([
      { path: 'new_field', rule: 'unknownFields', action: 'reject' },
      { path: 'input.0.content.0', rule: 'unknownFields', action: 'reject' },
    ]);
  });

  it('that steer addresses or credentials never pass, at any place and in any spelling', () => {
    const body = {
      model: 'm',
      api_base: 'https://evil.example',
      extraHeaders: { authorization: 'x' },
      'AZURE-AD-TOKEN': 't',
      tools: [
        { type: 'function', name: 'f', parameters: { properties: { api_base: { type: 'string' } } }, base_url: 'x' },
      ],
      input: [{ role: 'user', content: [{ ...text, vertex_credentials: {} }] }],
      metadata: { langfuse_host: 'evil.example', project: 'mine' },
    };
    const { body: left, findings } = responses(body);
    expect(left).toEqual({
      model: 'm',
      // What a schema describes is the client's.
      tools: [{ type: 'function', name: 'f', parameters: { properties: { api_base: { type: 'string' } } } }],
      input: [{ role: 'user', content: [text] }],
      metadata: { project: 'mine' },
    });
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['steering']));
  });
});

describe('URLs of media', () => {
  const content = [image('http://169.254.169.254/'), image('data:image/png;base64,aGk='), image('https://a.example/1')];
  const body = { model: 'm', input: [{ role: 'user', content }] };

  it('pass when their host is public', () => {
    expect(responses(body).findings).toEqual([
      { path: 'input.0.content.0.image_url', rule: 'mediaUrls', action: 'reject' },
    ]);
  });

  it('do not pass under reject, and data URLs do', () => {
    expect(responses(body, { mediaUrls: 'reject' }).findings.map(({ path }) => path)).toEqual([
      'input.0.content.0.image_url',
      'input.0.content.2.image_url',
    ]);
  });

  it('are found in parts of unknown types', () => {
    const video = { type: 'video_url', video_url: { url: 'http://metadata/' } };
    expect(messages({ model: 'm', messages: [{ role: 'user', content: [video] }] }).findings).toEqual([
      { path: 'messages.0.content.0.video_url.url', rule: 'mediaUrls', action: 'reject' },
    ]);
  });
});
