import type { UpstreamOptions } from '../transport/upstream-options.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import type { ProfileName } from './profiles/index.js';

/** `baseUrl` goes up to and without `/chat/completions`: `http://127.0.0.1:8000/v1`. The key is sent as a bearer token. */
export interface ChatCompletionsOptions extends UpstreamOptions {
  /**
   * Capabilities of the upstream: a known profile or a custom one. `detect`: the profile is detected once from its
   * list of models before the first response. Default `generic`.
   */
  readonly profile?: ProfileName | CapabilityProfile | 'detect';
  /** Called with the detected profile. */
  readonly onDetect?: (profile: ProfileName) => void;
  /** Called when the upstream has silently truncated a prompt, because its context is too short. */
  readonly onPromptTruncated?: (prompt: { readonly characters: number; readonly inputTokens: number }) => void;
}
