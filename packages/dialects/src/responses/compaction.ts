// POST /v1/responses/compact: a conversation made small, both ways.
import type { JsonObject, Message, ReasoningSigner, Usage, Warning } from '@org/engine';
import {
  responseCompactParamsSchema,
  type CompactedResponse,
  type ResponseCreateParams,
} from '@org/protocol/responses';
import type { EncodePolicy } from '../dialect.js';
import { verbatim } from '../shared/json-of.js';
import { encodeContentList } from './encode/encode-content.js';
import { encodeUsage } from './encode/encode-usage.js';
import { passthroughFieldsOf } from './extensions.js';
import { outputItemId } from './item-ids.js';
import { parseBody } from './decode/parse-body.js';
import { storedItems } from './snapshot.js';

/** Checks the body. Returns the request whose context is to be made small: one that is never stored and offers no tools. */
export function parseCompactRequest(body: unknown): ResponseCreateParams {
  const {
    model,
    input,
    instructions,
    previous_response_id: previous,
    prompt_cache_key: cacheKey,
    service_tier: tier,
  } = parseBody(responseCompactParamsSchema, body);
  return {
    model,
    store: false,
    ...(input !== undefined && input !== null && { input }),
    ...(typeof instructions === 'string' && { instructions }),
    ...(typeof previous === 'string' && { previous_response_id: previous }),
    ...(typeof cacheKey === 'string' && { prompt_cache_key: cacheKey }),
    ...(typeof tier === 'string' && { service_tier: tier }),
  };
}

/** Warns of fields that a compaction does not have. */
export function compactWarnings(body: unknown): Warning[] {
  const known = responseCompactParamsSchema.shape;
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body)
    .filter(([field, value]) => !Object.hasOwn(known, field) && value !== null)
    .map(([field]) => ({ kind: 'ignored', param: field, message: `'${field}' is unknown; the service ignores it.` }));
}

export interface CompactionFrame {
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly reasoningSigner: Pick<ReasoningSigner, 'encrypt'>;
  readonly usageNames: EncodePolicy['usageNames'];
}

/** The input to go on with: what the user said in `messages`, then one item that stands for all of it. Only this service can read that one. */
export function encodeCompaction(
  messages: readonly Message[],
  { text, usage }: { readonly text: string; readonly usage: Usage },
  frame: CompactionFrame,
): CompactedResponse {
  const { id, createdAt, reasoningSigner, usageNames } = frame;
  const retained = userItems(messages, id);
  const compaction = {
    type: 'compaction' as const,
    id: outputItemId('compaction', id, retained.length),
    encrypted_content: reasoningSigner.encrypt(text, 'compaction'),
  };
  return {
    id,
    object: 'response.compaction',
    created_at: createdAt,
    output: [...retained.map(verbatim), compaction],
    usage: encodeUsage(usage, usageNames),
  };
}

function userItems(messages: readonly Message[], seed: string): JsonObject[] {
  const userMessages = messages.filter(isUserMessage).map(({ parts, extensions }) => ({
    ...passthroughFieldsOf(extensions).item,
    role: 'user',
    content: encodeContentList(parts, 'input_text'),
  }));
  return storedItems(userMessages, seed).map(({ value }) => value);
}

/** Whether the user says something. Items without neutral meaning stand among the user's messages, too: earlier compactions do. */
function isUserMessage({ role, parts }: Message): boolean {
  return (
    role === 'user' &&
    parts.some((part) => part.type !== 'opaque' || passthroughFieldsOf(part.extensions).content !== undefined)
  );
}
