import type { UpstreamOptions } from '../transport/upstream-options.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import type { ProfileName } from './profiles/index.js';

/** `baseUrl` goes up to and without `/chat/completions`: `http://127.0.0.1:8000/v1`. The key is sent as a bearer token. */
export interface ChatCompletionsOptions extends UpstreamOptions {
  /**
   * What the upstream understands: a known kind, or a record of one's own. `detect`: the kind is found out from its list of models
   * before the first answer, once. Default `generic`.
   */
  readonly profile?: ProfileName | CapabilityProfile | 'detect';
  /** Told which kind was detected. */
  readonly onDetect?: (profile: ProfileName) => void;
  /** Told of an answer to a prompt that the upstream did not read to its end, without a word: its context is too short. */
  readonly onPromptTruncated?: (prompt: { readonly characters: number; readonly inputTokens: number }) => void;
}
