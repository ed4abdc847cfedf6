// The service warns, field by field, of what a request asks for and it does not do.
import { messageCreateParamsSchema } from '@org/protocol/messages';
import { fieldEffects } from '#src/messages/decode/decode-warnings.js';
import { messagesDialect } from '#src/messages.js';
import { body, decode, decodeOptions, policy } from './requests.js';

function warned(fields: object): string[] {
  return messagesDialect
    .decodeRequest(messagesDialect.parseRequest(body(fields)), decodeOptions())
    .warnings.map(({ param }) => param);
}

describe('an unknown member', () => {
  it.each([
    ['thinking.budget', { thinking: { type: 'enabled', budget_tokens: 1024, display: 'omitted', budget: 1 } }],
    ['output_config.efort', { output_config: { efort: 'low', effort: 'low' } }],
    [
      'output_config.format.strict',
      { output_config: { format: { type: 'json_schema', schema: { own: 1 }, strict: true } } },
    ],
    [
      'tool_choice.tool',
      {
        tools: [{ name: 'a', input_schema: { type: 'object' } }],
        tool_choice: { type: 'tool', name: 'a', disable_parallel_tool_use: true, tool: 'a' },
      },
    ],
    ['tools.0.async', { tools: [{ name: 'a', input_schema: { type: 'object' }, async: true, strict: null }] }],
    ['metadata.user', { metadata: { user_id: 'u', user: 'u' } }],
  ])('is named: %s', (param, fields) => expect(warned({ max_tokens: 2000, ...fields })).toEqual([param]));

  it('is rejected by strict installations', () => {
    const request = messagesDialect.parseRequest(body({ thinking: { type: 'adaptive', effort: 'low' } }));
    expect(() =>
      messagesDialect.decodeRequest(request, decodeOptions({ policy: { ...policy, strict: true } })),
    ).toThrow('thinking.effort: Extra inputs are not permitted');
  });

  it('is the business of an upstream of this dialect', () => {
    const request = messagesDialect.parseRequest(body({ thinking: { type: 'adaptive', effort: 'low' } }));
    expect(messagesDialect.decodeRequest(request, { ...decodeOptions(), native: 'messages' }).warnings).toEqual([]);
  });
});

describe('a known field of a messages request', () => {
  it('is decided on, whichever it is', () => {
    expect(Object.keys(fieldEffects).sort()).toEqual(Object.keys(messageCreateParamsSchema.shape).sort());
  });

  it('is warned of where it has no effect', () => {
    expect(
      warned({ speed: 'fast', diagnostics: { previous_message_id: 'msg_1' }, fallback_credit_token: 'fct_1' }),
    ).toEqual(['speed', 'diagnostics', 'fallback_credit_token']);
  });

  it('causes a warning as an ignored setting among supported ones', () => {
    expect(warned({ output_config: { effort: 'low', task_budget: { type: 'tokens', total: 20_000 } } })).toEqual([
      'output_config.task_budget',
    ]);
    expect(warned({ output_config: { task_budget: null } })).toEqual([]);
  });

  it('is not warned of where it asks for what is done anyway', () => {
    expect(warned({ speed: 'standard', diagnostics: null, container: null, mcp_servers: [], fallbacks: [] })).toEqual(
      [],
    );
  });
});

describe('a value of anthropic-beta', () => {
  const warningsOf = (betas: readonly string[], native?: 'messages' | 'responses'): readonly unknown[] =>
    decode({}, { betas, ...(native !== undefined && { native }) }).warnings;

  it('is warned of once when neither the service nor the upstream knows it', () => {
    expect(warningsOf(['context-1m-2025-08-07', 'interleaved-thinking-2025-05-14', 'context-1m-2025-08-07'])).toEqual([
      {
        kind: 'ignored',
        param: 'anthropic-beta',
        message: "The service does not know the beta 'context-1m-2025-08-07'; the model does not receive it.",
      },
    ]);
    expect(warningsOf(['toString', 'tomorrow-2030-01-01'], 'responses')).toHaveLength(2);
  });

  it('causes no warning where the upstream of this dialect receives the header', () => {
    expect(warningsOf(['context-1m-2025-08-07', 'tomorrow-2030-01-01'], 'messages')).toEqual([]);
  });

  it('causes no warning when real clients send it with every request', () => {
    expect(warningsOf(['claude-code-20250219', 'thinking-token-count-2026-05-13', 'effort-2025-11-24'])).toEqual([]);
    expect(warningsOf(['structured-outputs-2025-12-15', 'message-threads-2026-08-12'])).toEqual([]);
  });

  it('is never rejected, not even by strict installations', () => {
    const strict = { betas: ['tomorrow-2030-01-01'], policy: { ...policy, strict: true } };
    expect(decode({}, strict).warnings).toHaveLength(1);
  });
});
