// What a request asks for and does not get, without being refused for it.
import type { JsonObject } from '@org/engine/model/json';
import type { Warning } from '@org/engine/model/warning';
import { asJson } from './extensions.js';
import { knownFields } from './known-fields.js';
import type { MessageCreateParams } from '@org/protocol/messages';

/** Known fields of features that a self-hosted service does not have. */
const withoutEffect: Readonly<Record<string, string>> = {
  mcp_servers: 'The service does not connect to MCP servers.',
  container: 'The service has no containers.',
  fallbacks: 'The service does not fall back to other models.',
  compaction: 'The service does not summarise a conversation.',
  inference_geo: 'The service runs where it is installed.',
};

/** Known fields first, then unknown ones: the order of a request's fields says nothing. */
export function decodeWarnings(request: MessageCreateParams): Warning[] {
  const warnings: Warning[] = [];
  const fields = asJson(request);
  for (const [field, message] of Object.entries(withoutEffect)) if (fields[field] != null) warnings.push({ kind: 'ignored', param: field, message });
  for (const field in fields) {
    if (knownFields.has(field) || fields[field] == null) continue;
    warnings.push({ kind: 'ignored', param: field, message: 'This field is not known and has no effect.' });
  }
  return [...warnings, ...contextEdits(request)];
}

/** Keeping all thinking is what happens anyway; every other edit would have to count tokens, which is the engine's part. */
function contextEdits(request: MessageCreateParams): Warning[] {
  const management = asJson(request)['context_management'];
  if (!isObject(management)) return [];
  const { edits } = management;
  if (!Array.isArray(edits)) return [];
  return edits.flatMap((edit, at): Warning[] => {
    if (isObject(edit) && edit['type'] === 'clear_thinking_20251015' && edit['keep'] === 'all') return [];
    return [{ kind: 'ignored', param: `context_management.edits.${at}`, message: 'The conversation is used as it was sent.' }];
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
