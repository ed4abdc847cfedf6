import type { JsonObject } from '../json/json-value.js';
import type { DialectId } from '../model/extensions.js';

/** What clients receive of an upstream's error about their own request, without secrets. The service never logs it. */
export interface ForwardedError {
  readonly status: 400 | 404 | 409 | 413 | 422;
  /** The dialect in whose terms the upstream wrote it. Undefined: chat completions, or a package. */
  readonly dialect: DialectId | undefined;
  /** Absent: the operator hides upstream messages, or the upstream's error body is malformed. */
  readonly message?: string;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly details?: JsonObject;
}

/** Tokens of the gateway contract of clients: what the model or its server does not support. */
export const capabilityTokens = [
  'mid_conv_system',
  'image_block',
  'document_block',
  'media_budget',
  'thinking_type:adaptive',
  'thinking_type:enabled',
  'thinking_signature',
  'cache_control_field',
  'structured_outputs_unsupported',
  'effort_unsupported',
  'prompt_too_long',
  'max_tokens_context_overflow',
] as const;

/** One of {@link capabilityTokens}, or a beta header that the upstream rejects. */
export type CapabilityToken = (typeof capabilityTokens)[number] | `beta_header:${string}`;
