// A fixture is one rejected request: the server's error, the sent request, and what the service sends instead.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EngineError,
  type GenerationRequest,
  type JsonObject,
  parseExactly,
  type UpstreamApi,
  type Warning,
  type UpstreamRequest,
  type UpstreamTarget,
} from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import { capabilityProfiles, type ProfileName } from '#src/chat-completions/profiles/index.js';
import type { CapabilityProfile } from '#src/compat/capability-profile.js';
import { encodeRequest } from '#src/chat-completions/encode-request.js';
import { applyCompatRules } from '#src/compat/apply-compat-rules.js';
import { type AttemptState, firstAttempt, requestOf, type SentPayload, warningsOf } from '#src/compat/attempt.js';
import type { CompatRule } from '#src/compat/compat-rule.js';
import { aiSdkRules, apiRules, chatRules } from '#src/compat/rules/index.js';
import type { SentApiPayload } from '#src/compat/targets.js';
import { withFieldChange } from '#src/compat/changed-value.js';
import { mapUpstreamError } from '#src/errors/upstream-error.js';

/** Changes from the rejected request to the next one. Removed members are null. */
export interface ExpectedChange {
  /** Whether later requests of the form start with it. */
  readonly remembered: boolean;
  readonly target?: JsonObject;
  readonly request?: JsonObject;
  readonly body?: JsonObject;
  readonly headers?: JsonObject;
  readonly warnings?: readonly Warning[];
}

export interface Fixture {
  /** The server, gateway or library that sends the error, and in parentheses which release or model of it. */
  readonly server: string;
  /** What of the request the error is about. */
  readonly feature: string;
  readonly api: 'chat-completions' | 'messages' | 'responses' | 'ai-sdk';
  readonly error: { readonly status: number; readonly body: JsonObject | readonly JsonObject[] | string };
  /** Of chat completions. Default `generic`. */
  readonly profile?: ProfileName;
  /** Whether the request asks for a response in one document. Default false. */
  readonly nonStreaming?: boolean;
  /** The name that signatures of the upstream have. */
  readonly signer?: string;
  /** What the upstream is known not to take before. */
  readonly target?: JsonObject;
  /** Members of the neutral request. Default: a user message `hello`. */
  readonly request?: Partial<GenerationRequest>;
  /** What is sent in the messages or the responses API; the encoders belong to another package. */
  readonly payload?: {
    readonly body: JsonObject;
    /** The body with the text of reasoning as the upstream itself sends it. */
    readonly bodyWithReasoningText?: JsonObject;
    readonly headers?: Readonly<Record<string, string>>;
    readonly isPassthrough?: boolean;
    readonly reasoningEffort?: string;
  };
  readonly expected: ExpectedChange;
}

export const fixturesFolder = join(import.meta.dirname, '../../src/compat/fixtures');

/** The fixtures of a rule; none where it has no file. */
export function fixturesOf(id: string): readonly Fixture[] {
  const path = join(fixturesFolder, `${id}.json`);
  return existsSync(path) ? (parseExactly(readFileSync(path, 'utf8')) as unknown as Fixture[]) : [];
}

/** The rule that applies, and the change that it makes. */
export interface Replayed {
  readonly id: string | undefined;
  readonly change: ExpectedChange | undefined;
}

export function replay(fixture: Fixture): Replayed {
  const request = { ...buildRequest('hello'), ...fixture.request };
  switch (fixture.api) {
    case 'chat-completions':
      return replayWith<CapabilityProfile, SentPayload>(
        fixture,
        firstAttempt(request, { ...capabilityProfiles[fixture.profile ?? 'generic'], ...fixture.target }),
        chatRules,
        (state) => encodeChat(state, fixture),
      );
    case 'ai-sdk':
      return replayWith<object, SentPayload>(
        fixture,
        firstAttempt(request, {}),
        aiSdkRules,
        ({ request: { reasoning } }) => ({ body: {}, reasoningEffort: reasoning?.effort, isPassthrough: false }),
      );
    default:
      return replayWith<UpstreamTarget, SentApiPayload>(
        fixture,
        firstAttempt(request, { ...apiTarget, ...fixture.target }),
        apiRules,
        (state) => encodeApi(state, fixture),
      );
  }
}

interface Sent extends SentPayload {
  readonly warnings?: readonly Warning[];
  readonly headers?: Readonly<Record<string, string>>;
}

function replayWith<Target extends object, Payload extends Sent>(
  fixture: Fixture,
  state: AttemptState<Target>,
  rules: readonly CompatRule<Target, Payload>[],
  encode: (state: AttemptState<Target>) => Payload,
): Replayed {
  const error = errorOf(fixture.error);
  const payload = encode(state);
  const applied = applyCompatRules(rules, { ...state, payload }, error);
  if (applied === undefined) return { id: undefined, change: undefined };
  const { id, attempt } = applied;
  const next = encode(attempt);
  const before = new Set(warningsOfBoth(state, payload).map((warning) => JSON.stringify(warning)));
  const warnings = warningsOfBoth(attempt, next).filter((warning) => !before.has(JSON.stringify(warning)));
  const change = {
    target: changed(state.target, attempt.target),
    // The chat completions body shows how the request is encoded.
    request: fixture.api === 'chat-completions' ? {} : changed(requestOf(state), requestOf(attempt)),
    body: changed(payload.body, next.body),
    headers: changed(payload.headers ?? {}, next.headers ?? {}),
  };
  return {
    id,
    change: {
      remembered: attempt.cached !== state.cached,
      ...Object.fromEntries(Object.entries(change).filter(([, members]) => Object.keys(members).length > 0)),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

/** Errors that were mapped once: a test replays each for many requests. */
const errors = new WeakMap<Fixture['error'], EngineError>();

function errorOf(rejection: Fixture['error']): EngineError {
  const known = errors.get(rejection);
  if (known !== undefined) return known;
  const { status, body } = rejection;
  const error = mapUpstreamError({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
  errors.set(rejection, error);
  return error;
}

function warningsOfBoth(state: AttemptState<object>, { warnings = [] }: Sent): readonly Warning[] {
  return [...warnings, ...warningsOf(state)];
}

function changed(before: object, after: object): JsonObject {
  const [old, now] = [asJson(before), asJson(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return Object.fromEntries(
    names.flatMap((name) =>
      JSON.stringify(old[name]) === JSON.stringify(now[name]) ? [] : [[name, now[name] ?? null]],
    ),
  );
}

function asJson(value: object): JsonObject {
  return parseExactly(JSON.stringify(value)) as JsonObject;
}

function encodeChat(state: AttemptState<CapabilityProfile>, { nonStreaming = false, signer }: Fixture): Sent {
  const { target, context } = state;
  const { body, warnings } = encodeRequest(state.request, {
    model: 'test-model',
    profile: target,
    owner: 'owner',
    signer: signer ?? 'chat-test',
    nonStreaming: nonStreaming && target.supportsNonStreaming,
  });
  return {
    body: context.outputCap === undefined ? body : { ...body, [target.maxTokensField]: context.outputCap },
    reasoningEffort: body['reasoning_effort'],
    isPassthrough: false,
    warnings,
  };
}

const apiTarget: UpstreamTarget = {
  model: 'test-model',
  signer: 'tests',
  maxOutputTokens: 8192,
  encryptedReasoning: true,
  plainReasoning: 'any',
  mediaInResults: true,
  tools: 'all',
  systemMessages: 'anywhere',
  omittedTools: [],
};

/** Fields that a response means the same without, as the dialects declare them. */
const dispensable = {
  messages: [
    'allowed_callers',
    'block_binding',
    'cache_control',
    'clear_at',
    'context_management',
    'defer_loading',
    'display',
    'effort',
    'eager_input_streaming',
    'inference_geo',
    'input_examples',
    'metadata',
    'scope',
    'service_tier',
    'speed',
    'strict',
    'ttl',
    'user_id',
  ],
  responses: [
    'allowed_callers',
    'async',
    'client_metadata',
    'context_management',
    'defer_loading',
    'effort',
    'include',
    'max_output_tokens',
    'metadata',
    'parallel_tool_calls',
    'phase',
    'prompt_cache_key',
    'prompt_cache_options',
    'prompt_cache_retention',
    'safety_identifier',
    'service_tier',
    'status',
    'store',
    'strict',
    'summary',
    'truncation',
    'user',
    'verbosity',
  ],
};

function encodeApi(state: AttemptState<UpstreamTarget>, fixture: Fixture): SentApiPayload & Sent {
  const { payload } = fixture;
  const dialect = fixture.api === 'messages' ? 'messages' : 'responses';
  if (payload === undefined) throw new Error('a fixture of this API has a payload');
  const { body, bodyWithReasoningText = body, headers = {}, isPassthrough = false, reasoningEffort } = payload;
  const encode = (_: GenerationRequest, target: UpstreamTarget): UpstreamRequest => ({
    body: target.plainReasoning === 'as-text' ? bodyWithReasoningText : body,
    headers,
    warnings: [],
    sameDialect: isPassthrough,
    localStopSequences: [],
  });
  const api: UpstreamApi = {
    dialect,
    traits: {
      path: '',
      countPath: '',
      modelsPath: '',
      keyHeader: 'authorization',
      maxUserIdLength: 64,
      optionalFields: dispensable[dialect],
      toolForms: dialect === 'responses',
      headers: {},
    },
    encode,
    encodeCount: encode,
    readCount: () => undefined,
    createReader: () => {
      throw new Error('nothing is read here');
    },
  };
  const encoded = state.fieldChanges.reduce(
    (current, change) => withFieldChange(current, change, dispensable[dialect]) ?? current,
    encode(state.request, state.target),
  );
  return { ...encoded, reasoningEffort, isPassthrough, encoded, api };
}
