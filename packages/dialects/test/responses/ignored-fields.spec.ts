// The service warns, field by field, of what a request asks for and it does not do.
import type { JsonObject } from '@org/engine';
import { responseCreateParamsSchema } from '@org/protocol/responses';
import { fieldEffects } from '#src/responses/rules/known-fields.js';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions } from './options.js';

function warned(fields: JsonObject): string[] {
  return responsesDialect
    .decodeRequest(responsesDialect.parseRequest({ model: 'm', input: 'q', ...fields }), decodeOptions())
    .warnings.map(({ param }) => param);
}

describe('an unknown member', () => {
  it.each<[param: string, fields: JsonObject]>([
    ['reasoning.efort', { reasoning: { efort: 'high', summary: 'auto', context: null } }],
    ['text.verbosty', { text: { verbosty: 'low', format: { type: 'text' } } }],
    [
      'text.format.stict',
      { text: { format: { type: 'json_schema', name: 'a', schema: {}, strict: true, description: 'd', stict: true } } },
    ],
    ['prompt_cache_options.tl', { prompt_cache_options: { tl: '12h' } }],
    ['background_options.window', { background_options: { window: '2h' } }],
    ['stream_options.include_usage', { stream_options: { include_usage: true } }],
    ['tools.0.async', { tools: [{ type: 'function', name: 'slow', async: true, defer_loading: false }] }],
    ['tools.0.zz', { tools: [{ type: 'custom', name: 'c', zz: 1, async: false }] }],
    [
      'tools.0.tools.1.async',
      {
        tools: [
          {
            type: 'namespace',
            name: 'n',
            description: 'd',
            tools: [
              { type: 'function', name: 'a', strict: null },
              { type: 'function', name: 'b', async: true },
            ],
          },
        ],
      },
    ],
    ['include.1', { include: ['reasoning.encrypted_content', 'reasoning.encripted_content'] }],
  ])('is named: %s', (param, fields) => expect(warned(fields)).toEqual([param]));

  it.each(['toString', 'constructor', 'async'])('of a tool is explained in words: %s', (name) => {
    const body = { model: 'm', input: 'q', tools: [{ type: 'function', name: 'a', [name]: true }] };
    const { warnings } = responsesDialect.decodeRequest(responsesDialect.parseRequest(body), decodeOptions());
    expect(warnings).toEqual([{ kind: 'ignored', param: `tools.0.${name}`, message: expect.stringMatching(/\.$/) }]);
  });

  it('is rejected by strict installations', () => {
    const request = responsesDialect.parseRequest({ model: 'm', input: 'q', reasoning: { efort: 'high' } });
    expect(() => responsesDialect.decodeRequest(request, decodeOptions({ strict: true }))).toThrow(
      "Unknown parameter: 'reasoning.efort'.",
    );
  });

  it('is not reported for a client that sends its own data', () => {
    expect(
      warned({ metadata: { own: 'x' }, text: { format: { type: 'json_schema', name: 'a', schema: { own: 1 } } } }),
    ).toEqual([]);
  });

  it('is the business of an upstream of this dialect', () => {
    const request = responsesDialect.parseRequest({ model: 'm', input: 'q', reasoning: { efort: 'high' } });
    expect(responsesDialect.decodeRequest(request, { ...decodeOptions(), native: 'responses' }).warnings).toEqual([]);
  });
});

describe('a known field of a responses request', () => {
  it('is decided on, whichever it is', () => {
    expect(Object.keys(fieldEffects).sort()).toEqual(Object.keys(responseCreateParamsSchema.shape).sort());
  });

  it.each<[param: string, fields: JsonObject]>([
    ['stream_options.include_obfuscation', { stream_options: { include_obfuscation: true } }],
    ['prompt_cache_retention', { prompt_cache_retention: '24h' }],
    ['prompt_cache_options.mode', { prompt_cache_options: { mode: 'explicit' } }],
    ['prompt_cache_options.ttl', { prompt_cache_options: { ttl: '12h' } }],
    ['background_options.completion_window', { background: true, background_options: { completion_window: '8h' } }],
    ['background_options.continuation_id', { background: true, background_options: { continuation_id: 'report' } }],
    ['reasoning.mode', { reasoning: { mode: 'pro' } }],
    ['reasoning.context', { reasoning: { context: 'current_turn' } }],
  ])('is warned of where it has no effect: %s', (param, fields) => {
    expect(warned(fields)).toEqual([param]);
  });

  it('is not warned of where it asks for what is done anyway', () => {
    const fields = {
      stream_options: { include_obfuscation: false },
      prompt_cache_options: { mode: 'implicit' },
      background_options: { completion_window: 'soonest' },
      reasoning: { mode: 'standard', context: 'all_turns' },
      max_tool_calls: 3,
      moderation: null,
    };
    expect(warned(fields)).toEqual([]);
  });

  it('causes a warning with any upstream, when the service sends it to none', () => {
    const fields = {
      background: true,
      background_options: { completion_window: '2h' },
      stream_options: { include_obfuscation: true },
      prompt_cache_retention: '24h',
    };
    const request = responsesDialect.parseRequest({ model: 'm', input: 'q', ...fields });
    const { warnings } = responsesDialect.decodeRequest(request, { ...decodeOptions(), native: 'responses' });
    expect(warnings.map(({ param }) => param)).toEqual([
      'background_options.completion_window',
      'stream_options.include_obfuscation',
    ]);
  });
});

describe('a value of openai-beta', () => {
  const request = responsesDialect.parseRequest({ model: 'm', input: 'q' });
  const betas = ['responses=experimental', 'responses_multi_agent=v1'];

  it('is warned of when neither the service nor the upstream knows it', () => {
    expect(responsesDialect.decodeRequest(request, { ...decodeOptions(), betas }).warnings).toEqual([
      {
        kind: 'ignored',
        param: 'openai-beta',
        message: "The service does not know the beta 'responses_multi_agent=v1'; the model does not receive it.",
      },
    ]);
  });

  it('causes no warning where the upstream of this dialect receives the header', () => {
    const options = { ...decodeOptions(), betas, native: 'responses' as const };
    expect(responsesDialect.decodeRequest(request, options).warnings).toEqual([]);
  });
});
