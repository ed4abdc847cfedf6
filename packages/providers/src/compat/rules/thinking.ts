import { asObject, asText, type UpstreamTarget } from '@org/engine';
import { withRejected, withTarget } from '../attempt.js';
import type { ApiRule, SentApiPayload } from '../targets.js';

/** Error patterns of Anthropic, gateways and pydantic for a type of thinking, or for all of them. */
const thinkingTypePatterns = [
  /adaptive[ _]thinking|thinking_type:|thinking\W{1,4}type/i,
  /does not support (?:extended |reasoning\/)?thinking|thinking (?:mode )?is not (?:supported|available|enabled)/i,
];
/** Error patterns of servers that know no thinking at all: another type of it does not help. */
const noThinkingPattern =
  /extra inputs are not permitted|(?:unknown|unrecognized|unsupported) (?:field|parameter|argument|name)|does not support (?:extended )?thinking/i;
/** These errors are about the budget or the settings next to thinking. */
const otherSettingPattern = /budget_tokens|max_tokens|tool_choice|temperature|top_[pk]\b|expected \W?thinking\W? or/i;

/** How requests in the messages API ask for thinking. */
export const apiThinkingRules: readonly ApiRule[] = [
  {
    id: 'thinking-type-unsupported',
    servers: ['Anthropic', 'SGLang', 'Ollama', 'Bedrock', 'pydantic', 'gateways'],
    rejects: 'the type of `thinking` in a request of the messages API',
    fallback: 'requests adaptive thinking instead of a budget, or a budget instead of it, or no thinking',
    match: [
      {
        status: [400, 404, 422],
        at: /^thinking(?:\.type)?(?:\.(?:adaptive|enabled|disabled|between_tools))?$/,
        unless: otherSettingPattern,
      },
      { text: thinkingTypePatterns, unless: otherSettingPattern },
    ],
    cache: 'request-form',
    applies: ({ payload }) => payload.isPassthrough && thinkingType(payload) !== undefined,
    patch: (attempt, { text }) => {
      const type = thinkingType(attempt.payload);
      const rejecting = withRejected(attempt, [`thinking ${type}`]);
      return withTarget(rejecting, { thinking: nextThinking(type, text, rejecting.rejected) });
    },
  },
  {
    id: 'thinking-block-missing',
    servers: ['Anthropic'],
    rejects: 'thinking for a conversation whose last step has none, as after other models or without signatures',
    fallback: 'requests no thinking for this request',
    match: [{ status: [400, 422], text: /expected \W?thinking\W? or \W?redacted_thinking\W?, but found/i }],
    cache: 'never',
    applies: ({ payload }) => thinkingType(payload) !== undefined,
    patch: (attempt) => withTarget(attempt, { thinking: 'none' }),
  },
];

function thinkingType({ body }: SentApiPayload): string | undefined {
  return asText(asObject(body['thinking'])?.['type']);
}

/** The next type to try after `type`: the other one, unless the upstream has rejected it or knows none. */
function nextThinking(
  type: string | undefined,
  text: string,
  rejected: ReadonlySet<unknown>,
): NonNullable<UpstreamTarget['thinking']> {
  if (type === 'disabled' || noThinkingPattern.test(text)) return 'none';
  const others = (['adaptive', 'enabled'] as const).filter((one) => !rejected.has(`thinking ${one}`));
  return others[0] ?? 'none';
}
