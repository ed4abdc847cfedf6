// Warnings for what a request asks for and the service ignores without rejecting it.
import type { JsonValue, Warning } from '@org/engine';
import { jsonOf } from '../../shared/json-of.js';
import { unknownMembers } from '../../shared/unknown-members.js';
import { knownFields, knownSettings } from './known-fields.js';
import type { MessageCreateParams, MessageCreateParamsShape } from '@org/protocol/messages';

/** Why a field has no effect, and the value that asks for what is done anyway. */
interface Idle {
  readonly why: string;
  readonly noEffectValue?: string;
}

/**
 * Effect of each known field: it takes effect, or is rejected or warned of where it is read, unless this table says
 * why it has none.
 */
export const fieldEffects: Readonly<Record<keyof MessageCreateParamsShape, 'supported' | Idle>> = {
  model: 'supported',
  messages: 'supported',
  max_tokens: 'supported',
  system: 'supported',
  tools: 'supported',
  tool_choice: 'supported',
  thinking: 'supported',
  output_config: 'supported',
  output_format: 'supported',
  stream: 'supported',
  stop_sequences: 'supported',
  temperature: 'supported',
  top_p: 'supported',
  top_k: 'supported',
  thread: 'supported',
  context_management: 'supported',
  compaction: 'supported',
  // Caches work without breakpoints, and the API key identifies the owner.
  cache_control: 'supported',
  metadata: 'supported',
  billing_policy: 'supported',
  service_tier: 'supported',
  mcp_servers: { why: 'The service does not connect to MCP servers for this model.' },
  container: { why: 'The service runs no code for this request and uses no container.' },
  fallbacks: { why: 'The service does not fall back to other models.' },
  inference_geo: { why: 'The service runs only where it is installed and does not select a region.' },
  speed: { why: 'The service supports only the standard speed.', noEffectValue: 'standard' },
  diagnostics: { why: 'The service does not report why a prompt was not in the cache.' },
  fallback_credit_token: { why: 'The service does not grant credit for refusals.' },
};

/** The few ignored fields that must be checked in a request. */
const idleFields = Object.entries(fieldEffects).flatMap(([field, effect]) =>
  effect === 'supported' ? [] : [{ field, ...effect }],
);

/** An empty list requests nothing. */
function requestsEffect(value: JsonValue | undefined): boolean {
  return value != null && !(Array.isArray(value) && value.length === 0);
}

/**
 * Warnings for known fields first, then for unknown ones: the order of a request's fields has no meaning.
 * `runs`: what the service does for the request.
 */
export function decodeWarnings(
  request: MessageCreateParams,
  runs: { readonly mcpServers: boolean; readonly containers: boolean },
): Warning[] {
  const warnings: Warning[] = [];
  const fields = jsonOf(request);
  for (const { field, why, noEffectValue } of idleFields) {
    if ((runs.mcpServers && field === 'mcp_servers') || (runs.containers && field === 'container')) continue;
    if (requestsEffect(fields[field]) && fields[field] !== noEffectValue)
      warnings.push({ kind: 'ignored', param: field, message: why });
  }
  if (request.output_config?.task_budget != null)
    warnings.push({
      kind: 'ignored',
      param: 'output_config.task_budget',
      message: 'The service does not send the task budget to the model.',
    });
  for (const field of Object.keys(fields)) {
    if (knownFields.has(field) || fields[field] == null) continue;
    warnings.push({ kind: 'ignored', param: field, message: 'This field is unknown; the service ignores it.' });
  }
  for (const param of unknownMembers(fields, knownSettings))
    warnings.push({ kind: 'ignored', param, message: 'This field is unknown; the service ignores it.' });
  return warnings;
}
