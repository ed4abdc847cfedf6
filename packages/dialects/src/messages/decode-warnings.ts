// What a request asks for and does not get, without being refused for it.
import type { Warning } from '@org/engine/model/warning';
import { jsonOf } from '../shared/json-of.js';
import { knownFields } from './known-fields.js';
import type { MessageCreateParams } from '@org/protocol/messages';

/** Known fields of features that a self-hosted service does not have. */
const withoutEffect: Readonly<Record<string, string>> = {
  mcp_servers: 'The service does not connect to MCP servers.',
  container: 'The service has no containers.',
  fallbacks: 'The service does not fall back to other models.',
  inference_geo: 'The service runs where it is installed.',
};

/** Known fields first, then unknown ones: the order of a request's fields says nothing. */
export function decodeWarnings(request: MessageCreateParams): Warning[] {
  const warnings: Warning[] = [];
  const fields = jsonOf(request);
  for (const [field, message] of Object.entries(withoutEffect)) if (fields[field] != null) warnings.push({ kind: 'ignored', param: field, message });
  for (const field of Object.keys(fields)) {
    if (knownFields.has(field) || fields[field] == null) continue;
    warnings.push({ kind: 'ignored', param: field, message: 'This field is not known and has no effect.' });
  }
  return warnings;
}
