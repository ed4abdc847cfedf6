import type { UpstreamApi, UpstreamRequest, UpstreamTarget } from '@org/engine';
import type { CapabilityProfile } from './capability-profile.js';
import type { SentPayload } from './attempt.js';
import type { CompatRule } from './compat-rule.js';

/** A rule about what a server of the chat-completions API understands. */
export type ChatRule = CompatRule<CapabilityProfile, SentPayload>;

/** A request as it was sent in the messages or the responses API. */
export interface SentApiPayload extends SentPayload {
  readonly api: UpstreamApi;
  readonly encoded: UpstreamRequest;
}

/** A rule about what a server of the messages or the responses API understands. */
export type ApiRule = CompatRule<UpstreamTarget, SentApiPayload>;

/** An AI SDK package has no target: a rule changes only the neutral request. */
export type NoTarget = Readonly<Record<never, never>>;
