import { addAbortListener } from 'node:events';
import { listAgainAfter, listTimeoutMs } from '../shared/described-model.js';
import type { UpstreamClient } from '../transport/upstream-client.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import { capabilityProfiles, type ProfileName } from './profiles/index.js';
import { detectProfile, identifiesServer } from './detect-profile.js';
import type { ChatCompletionsOptions } from './chat-completions-options.js';

/** Time until an upstream without models or with a rejection is queried again, in milliseconds. */
const emptyListTtlMs = 60_000;

/** Capabilities of one upstream: from the options, or detected from its list of models as soon as it returns one. */
export class UpstreamProfile {
  readonly #client: UpstreamClient;
  readonly #options: ChatCompletionsOptions;
  #known: CapabilityProfile | undefined;
  /** The profile that was last reported. */
  #reportedProfile: ProfileName | undefined;
  #pendingQuery: Promise<void> | undefined;
  #nextQueryAt = 0;
  /** It could not be asked. */
  #failed = false;

  constructor(client: UpstreamClient, options: ChatCompletionsOptions) {
    const { profile = 'generic' } = options;
    this.#client = client;
    this.#options = options;
    if (profile !== 'detect') this.#known = typeof profile === 'string' ? capabilityProfiles[profile] : profile;
  }

  /** The profile; `undefined` while unknown. */
  get known(): CapabilityProfile | undefined {
    return this.#known;
  }

  /** What to go by for now; `undefined`: it is time to ask. */
  get cached(): CapabilityProfile | undefined {
    return this.#known ?? (performance.now() < this.#nextQueryAt ? capabilityProfiles.generic : undefined);
  }

  /**
   * Detects the profile if necessary and returns `generic` for now without a response within two seconds: the
   * upstream is hardly available then, and the request reveals more than a query could. An abort of `signal` ends the
   * wait.
   */
  async find(signal?: AbortSignal): Promise<CapabilityProfile> {
    if (this.cached === undefined) {
      this.#pendingQuery ??= this.#query().finally(() => {
        this.#pendingQuery = undefined;
      });
      await endOrAbort(this.#pendingQuery, signal);
    }
    return this.#known ?? capabilityProfiles.generic;
  }

  /** Returns the profile for callers that can continue without it: they wait briefly, and only for the first query. */
  async findBriefly(): Promise<CapabilityProfile> {
    if (this.#failed) void this.find();
    else await this.find(AbortSignal.timeout(listTimeoutMs));
    return this.#known ?? capabilityProfiles.generic;
  }

  async #query(): Promise<void> {
    let list: string;
    try {
      list = await this.#client.listModels();
    } catch {
      this.#failed = true;
      this.#nextQueryAt = performance.now() + listAgainAfter;
      return;
    }
    const name = detectProfile(this.#options.baseUrl, list);
    if (name !== 'generic' || identifiesServer(list)) this.#known = capabilityProfiles[name];
    else this.#nextQueryAt = performance.now() + emptyListTtlMs;
    if (name === this.#reportedProfile) return;
    this.#reportedProfile = name;
    this.#options.onDetect?.(name);
  }
}

async function endOrAbort(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await work;
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = addAbortListener(signal, () => resolve());
  try {
    await Promise.race([work, promise]);
  } finally {
    listener[Symbol.dispose]();
  }
}
