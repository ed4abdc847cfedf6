import { isList, isObject, type JsonObject, objectOf, type UpstreamTarget, type Warning } from '@org/engine';

/** Tokens of reasoning that replace an effort, for models that take a budget. */
const budgets: ReadonlyMap<unknown, number> = new Map([
  ['low', 2048],
  ['medium', 8192],
  ['high', 16_384],
  ['xhigh', 24_576],
  ['max', 32_000],
]);
const defaultBudget = 16_384;
/** The API's minimum budget. */
const minBudget = 1024;

/** The body with the only type of thinking that the upstream accepts; without thinking where that has no form. */
export function withThinkingType(
  body: JsonObject,
  type: UpstreamTarget['thinking'],
): { readonly body: JsonObject; readonly warnings: readonly Warning[] } {
  const { thinking, ...others } = body;
  if (type === undefined || !isObject(thinking) || thinking['type'] === type) return { body, warnings: [] };
  const asked = String(thinking['type']);
  const sent = type === 'none' ? undefined : convert(thinking, type, body);
  if (sent === thinking) return { body, warnings: [] };
  return sent === undefined
    ? { body: withoutThinkingEdits(others), warnings: [warning('ignored', asked, 'requests no thinking')] }
    : { body: { ...body, thinking: sent }, warnings: [warning('clamped', asked, `requests '${type}'`)] };
}

function convert(
  thinking: JsonObject,
  type: 'adaptive' | 'enabled',
  { max_tokens: maxTokens, output_config: config }: JsonObject,
): JsonObject | undefined {
  const { type: asked, budget_tokens: _, ...others } = thinking;
  if (asked === 'disabled') return thinking;
  if (type === 'adaptive') return { type, ...others };
  const wanted = budgets.get(objectOf(config)['effort']) ?? defaultBudget;
  // The budget counts towards the output limit.
  const budget = Math.min(wanted, typeof maxTokens === 'number' ? maxTokens - 1 : wanted);
  return budget < minBudget ? undefined : { type, budget_tokens: budget, ...others };
}

/** Edits of thinking are invalid in a request without thinking. */
function withoutThinkingEdits(body: JsonObject): JsonObject {
  const { context_management: management, ...others } = body;
  const edits = objectOf(management)['edits'];
  if (!isObject(management) || !isList(edits)) return body;
  const remaining = edits.filter((edit) => !String(objectOf(edit)['type']).startsWith('clear_thinking'));
  if (remaining.length === edits.length) return body;
  return remaining.length === 0 ? others : { ...body, context_management: { ...management, edits: remaining } };
}

function warning(kind: Warning['kind'], asked: string, instead: string): Warning {
  return {
    kind,
    param: 'thinking',
    message: `The upstream does not support thinking of the type '${asked}'; the service ${instead}.`,
  };
}
