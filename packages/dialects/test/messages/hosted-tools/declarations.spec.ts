// Tools of a request that the service runs itself.
import { hostedGroup, type HostedToolKind, type HostedToolRequest, type TurnRequest } from '@org/engine';
import type { DecodeOptions } from '#src/dialect.js';
import { assistant, decode, errorOf, policy, text, user } from '../requests.js';

const allKinds: ReadonlySet<HostedToolKind> = new Set(['web-search', 'web-fetch', 'code']);

function decodeHosted(fields: object, options: Partial<DecodeOptions> = {}): TurnRequest {
  return decode(fields, { policy: { ...policy, hostedKinds: allKinds }, ...options });
}

function runsOf({ generation }: TurnRequest): (HostedToolRequest | undefined)[] {
  return generation.tools.map((tool) => (tool.kind === 'hosted' ? tool.run : undefined));
}

const search = { type: 'web_search_20250305', name: 'web_search' };
const fetch = { type: 'web_fetch_20250910', name: 'web_fetch' };
const code = { type: 'code_execution_20250825', name: 'code_execution' };
const searchRun = { kind: 'web-search', param: 'tools.0' };
const fetchRun = { kind: 'web-fetch', param: 'tools.0' };

const codeParams = { containerId: 'container', fileIds: 'messages' };

describe('a hosted tool of a request', () => {
  it.each<[object, object]>([
    [search, searchRun],
    [{ ...search, type: 'web_search_20260209' }, searchRun],
    [{ ...search, type: 'web_search_20260318', response_inclusion: 'excluded' }, searchRun],
    [
      { ...search, max_uses: 3, allowed_domains: ['a.example', 'b.example/blog'] },
      {
        ...searchRun,
        maxUses: 3,
        domains: { allowed: ['a.example', 'b.example/blog'], param: 'tools.0.allowed_domains' },
      },
    ],
    [
      { ...search, max_uses: null, allowed_domains: [], blocked_domains: ['a.example'] },
      { ...searchRun, domains: { blocked: ['a.example'], param: 'tools.0.blocked_domains' } },
    ],
    [
      {
        ...search,
        user_location: { type: 'approximate', city: 'Bern', country: 'CH', region: null, timezone: 'Europe/Zurich' },
      },
      { ...searchRun, location: { city: 'Bern', country: 'CH', timezone: 'Europe/Zurich' } },
    ],
    [{ ...search, user_location: { type: 'approximate' } }, searchRun],
    [fetch, fetchRun],
    [
      { ...fetch, type: 'web_fetch_20260309', use_cache: false, citations: { enabled: true }, max_content_tokens: 900 },
      { ...fetchRun, useCache: false, citations: true, maxContentTokens: 900 },
    ],
    [
      {
        ...fetch,
        url_sources: {
          user_input: { type: 'none' },
          client_tool_results: { type: 'only', tools: [{ type: 'tool_reference', name: 'crawl' }] },
          server_tool_results: { type: 'except', tools: [{ type: 'tool_reference', name: 'web_fetch' }] },
        },
      },
      {
        ...fetchRun,
        urlSources: {
          userInput: 'none',
          clientToolResults: { only: ['crawl'] },
          serverToolResults: { except: ['web_fetch'] },
        },
      },
    ],
    [
      { ...code, type: 'code_execution_20250522' },
      { kind: 'code', param: 'tools.0', params: codeParams, languages: ['python'] },
    ],
    [code, { kind: 'code', param: 'tools.0', params: codeParams, languages: ['bash', 'editor'] }],
    [
      { ...code, type: 'code_execution_20260521' },
      { kind: 'code', param: 'tools.0', params: codeParams, languages: ['python', 'bash', 'editor'] },
    ],
  ])('runs here as it is declared: %j', (tool, run) => {
    const turn = decodeHosted({ tools: [tool] });
    expect(runsOf(turn)).toEqual([run]);
    expect(turn.generation.tools).toMatchObject([{ kind: 'hosted', value: tool }]);
    expect(turn.serverTools?.forms.citationsEndParts).toBe(true);
    expect(turn.warnings).toEqual([]);
  });

  it('runs in a version of a later date, whose new fields have no effect', () => {
    const turn = decodeHosted({ tools: [{ ...search, type: 'web_search_20270131', max_uses: 2, mood: 'calm' }] });
    expect(runsOf(turn)).toEqual([{ ...searchRun, maxUses: 2 }]);
    expect(turn.warnings).toMatchObject([{ kind: 'ignored', param: 'tools.0.mood' }]);
  });

  it('is left out with a warning where its kind is not set up, and left to an upstream of this dialect', () => {
    const tools = [search, code];
    const turn = decode({ tools }, { policy: { ...policy, hostedKinds: new Set(['code'] as const) } });
    expect(runsOf(turn)).toEqual([undefined, expect.objectContaining({ kind: 'code' })]);
    expect(turn.warnings).toMatchObject([{ kind: 'dropped', param: 'tools.0' }]);
    const native = decodeHosted({ tools }, { native: 'messages' });
    expect([runsOf(native), native.warnings, native.serverTools]).toEqual([[undefined, undefined], [], undefined]);
    expect(
      errorOf(() =>
        decodeHosted(
          { tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'm' }] },
          { policy: { ...policy, hostedKinds: allKinds, hostedTools: 'reject' } },
        ),
      ),
    ).toMatchObject({ code: 'unsupported', param: 'tools.0' });
  });

  it.each<[object, string, string]>([
    [
      { ...search, allowed_domains: ['a.example'], blocked_domains: ['b.example'] },
      'tools.0.blocked_domains',
      "only one of 'allowed_domains' and 'blocked_domains'",
    ],
    [{ ...fetch, allowed_domains: ['https://a.example'] }, 'tools.0.allowed_domains.0', 'a domain has no scheme'],
    [{ ...search, max_uses: 0 }, 'tools.0.max_uses', '1'],
    [{ ...search, type: 'web_search_20270131', max_uses: 0 }, 'tools.0.max_uses', '1'],
    [{ ...search, type: 'web_search_20270131', name: 'find' }, 'tools.0.name', 'web_search'],
    [
      { ...fetch, url_sources: { user_input: { type: 'only', tools: [] } } },
      'tools.0.url_sources.user_input.type',
      "'all' or 'none'",
    ],
    [
      { ...fetch, url_sources: { client_tool_results: { type: 'some' } } },
      'tools.0.url_sources.client_tool_results.type',
      "'except'",
    ],
    [
      { ...search, allowed_callers: ['code_execution_20260120'] },
      'tools.0.allowed_callers',
      "only the caller 'direct'",
    ],
    [{ ...code, allowed_callers: ['code_execution_20260120'] }, 'tools.0.allowed_callers', "only the caller 'direct'"],
  ])('is rejected with the path of the contradiction: %j', (tool, param, message) => {
    const error = errorOf(() => decodeHosted({ tools: [tool] }));
    expect(error).toMatchObject({ code: 'invalid-request', param, message: expect.stringContaining(message) });
    expect(error.message).toContain(param);
  });

  it('may have other callers next to the model', () => {
    const turn = decodeHosted({ tools: [{ ...search, allowed_callers: ['code_execution_20260120', 'direct'] }] });
    expect([runsOf(turn), turn.warnings]).toEqual([[searchRun], []]);
  });

  it('can be the only choice: one of its functions must be called', () => {
    const forced = (tools: readonly object[], kinds = allKinds): unknown =>
      decode(
        { tools, tool_choice: { type: 'tool', name: 'web_search' } },
        { policy: { ...policy, hostedKinds: kinds } },
      ).generation.toolChoice;
    expect(forced([search])).toEqual({ type: 'allowed', mode: 'required', tools: [hostedGroup('web-search')] });
    expect(forced([{ name: 'web_search', input_schema: { type: 'object' } }])).toEqual({
      type: 'tool',
      name: 'web_search',
    });
    expect(forced([search], new Set())).toEqual({ type: 'tool', name: 'web_search' });
  });
});

describe('the container of a request', () => {
  const upload = { type: 'container_upload', file_id: 'file_1' };

  it.each<[object, object]>([
    [{ container: 'container_1' }, { containerId: 'container_1' }],
    [{ container: { id: 'container_1' } }, { containerId: 'container_1' }],
    [{ container: { id: null } }, {}],
    [
      { messages: [user([upload, text('Plot it.')]), assistant('How?'), user([upload, text('As bars.')])] },
      { fileIds: ['file_1'] },
    ],
  ])('is that of its code tool: %j', (fields, run) => {
    const turn = decodeHosted({ tools: [code], ...fields });
    expect(runsOf(turn)).toEqual([
      { kind: 'code', param: 'tools.0', params: codeParams, languages: ['bash', 'editor'], ...run },
    ]);
    expect(turn.warnings).toEqual([]);
  });

  it('is described to the model by the files that the client puts into it', () => {
    expect(decodeHosted({ tools: [code], messages: [user([upload])] }).input[0]?.parts).toMatchObject([
      { type: 'opaque', value: upload, text: expect.stringContaining('file_1') },
    ]);
  });

  it('has no skills', () => {
    const skills = [{ type: 'anthropic', skill_id: 'pdf' }];
    expect(decodeHosted({ tools: [code], container: { id: 'container_1', skills } }).warnings).toMatchObject([
      { kind: 'ignored', param: 'container.skills' },
    ]);
  });

  it('causes warnings where no code runs', () => {
    expect(
      decodeHosted({ tools: [search], container: 'container_1', messages: [user([upload, text('Hi')])] }).warnings,
    ).toMatchObject([
      { kind: 'ignored', param: 'container' },
      { kind: 'dropped', param: 'messages.0.content.0' },
    ]);
  });
});
