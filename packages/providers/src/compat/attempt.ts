import type {
  DialectId,
  Effort,
  GenerationRequest,
  JsonObject,
  Message,
  ReasoningRequest,
  Sampling,
  Warning,
} from '@org/engine';
import { type FieldChange, withChange } from './changed-value.js';
import { reasoningDroppedWarning, settingChangesWarning } from './warnings.js';
import { withoutSettingChanges } from './without-setting-changes.js';

/** A request in the form of one upstream API, as sent. */
export interface SentPayload {
  readonly body: JsonObject;
  /** The effort of reasoning that it names, if any. */
  readonly reasoningEffort?: unknown;
  /** Whether the client wrote it in the upstream's own API. The client then controls its optional parameters. */
  readonly isPassthrough: boolean;
}

/** Capabilities that the service caches per upstream, owner and request form. They contain nothing of a request's content. */
export interface CachedChanges<Target> {
  /** Omitted sampling parameters, by their names in the upstream's API. */
  readonly settings: readonly string[];
  /** Maximum number of output tokens that the model supports. */
  readonly maxOutputTokens?: number;
  /** The reasoning to ask for. Without `request`, the service asks for none. */
  readonly reasoning?: { readonly request?: ReasoningRequest };
  /** The members of the target that differ from what the upstream is configured as. */
  readonly target: Partial<Target>;
  readonly fieldChanges: readonly FieldChange[];
  /** The dialect whose changes of settings and tools within a conversation are applied to all of it. */
  readonly appliesChangesOf?: DialectId;
}

/** A request to an upstream before encoding. Rules return a changed copy and never mutate it. */
export interface AttemptState<Target extends object> {
  /** The request as the turn sent it, before any rule. */
  readonly original: GenerationRequest;
  /** The request that goes out, without what rules have dropped of it. */
  readonly request: GenerationRequest;
  /** Assumed capabilities of the upstream. */
  readonly target: Target;
  /** What rules have changed of the request, by parameter. */
  readonly warnings: ReadonlyMap<string, Warning>;
  /** Fields that are removed from the payload, and values that are replaced there. */
  readonly fieldChanges: readonly FieldChange[];
  /** Names and values that the upstream has rejected: no rule tries them again. */
  readonly rejected: ReadonlySet<unknown>;
  /** The effort that the first attempt asked for. */
  readonly wantedEffort: Effort | undefined;
  /** Whether reasoning of earlier responses is omitted. */
  readonly omitsReasoning: boolean;
  readonly context: ContextReduction;
  /** What is stored for the form of the request as soon as the upstream accepts the attempt. */
  readonly cached: CachedChanges<Target>;
}

/** How a request was made smaller than the context. */
export interface ContextReduction {
  /** Output tokens that the context leaves, where fewer than requested. */
  readonly outputCap: number | undefined;
  readonly droppedTurns: number;
  /** How often the request was made smaller. */
  readonly reductions: number;
}

/** A request as it was sent. */
export interface Attempt<
  Target extends object,
  Payload extends SentPayload = SentPayload,
> extends AttemptState<Target> {
  readonly payload: Payload;
}

/** Sampling parameters by their names in the upstream's API. */
const settings = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  logprobs: 'topLogprobs',
  top_logprobs: 'topLogprobs',
} as const satisfies Readonly<Record<string, keyof Sampling>>;

/** The first attempt: the request with what the service remembers of the upstream. */
export function firstAttempt<Target extends object>(
  request: GenerationRequest,
  target: Target,
  cached: CachedChanges<Target> = { settings: [], target: {}, fieldChanges: [] },
): AttemptState<Target> {
  const { maxOutputTokens, reasoning, appliesChangesOf } = cached;
  let state: AttemptState<Target> = {
    original: request,
    request,
    target: { ...target, ...cached.target },
    warnings: new Map(),
    fieldChanges: cached.fieldChanges,
    rejected: new Set(),
    wantedEffort: undefined,
    omitsReasoning: false,
    context: { outputCap: undefined, droppedTurns: 0, reductions: 0 },
    cached,
  };
  if (appliesChangesOf !== undefined) state = withAppliedChanges(state, appliesChangesOf, true) ?? state;
  state = withoutSettings(state, cached.settings) ?? state;
  if (maxOutputTokens !== undefined) state = withOutputLimit(state, maxOutputTokens) ?? state;
  if (reasoning !== undefined) state = withReasoning(state, reasoning.request);
  return { ...state, cached };
}

/** The request of an attempt with everything that rules have decided. */
export function requestOf({ request, omitsReasoning, context }: AttemptState<object>): GenerationRequest {
  const known = omitsReasoning ? { ...request, messages: withoutReasoning(request.messages) } : request;
  return context.outputCap === undefined
    ? known
    : { ...known, limits: { ...known.limits, maxOutputTokens: context.outputCap } };
}

/** What clients learn of the changes that rules have made to the neutral request. */
export function warningsOf({
  warnings,
  omitsReasoning,
  context: { droppedTurns, outputCap },
}: AttemptState<object>): readonly Warning[] {
  return [
    ...(omitsReasoning ? [reasoningDroppedWarning] : []),
    ...warnings.values(),
    ...(droppedTurns > 0
      ? [
          {
            kind: 'dropped',
            param: 'messages',
            message: `The service omitted the ${droppedTurns} oldest turns because the conversation exceeds the context.`,
          } as const,
        ]
      : []),
    ...(outputCap !== undefined
      ? [
          {
            kind: 'clamped',
            param: 'max_tokens',
            message: `The service lowered the output limit to ${outputCap} tokens because the requested limit exceeds the context.`,
          } as const,
        ]
      : []),
  ];
}

export function withTarget<Target extends object>(
  state: AttemptState<Target>,
  changes: Partial<Target>,
): AttemptState<Target> {
  const { target, cached } = state;
  return {
    ...state,
    target: { ...target, ...changes },
    cached: { ...cached, target: { ...cached.target, ...changes } },
  };
}

/** With names or values that no rule tries again. */
export function withRejected<Target extends object>(
  state: AttemptState<Target>,
  values: readonly unknown[],
): AttemptState<Target> {
  return { ...state, rejected: new Set([...state.rejected, ...values]) };
}

export function withWarning<Target extends object>(
  state: AttemptState<Target>,
  key: string,
  warning: Warning,
): AttemptState<Target> {
  return { ...state, warnings: new Map(state.warnings).set(key, warning) };
}

/** With changes of the encoded payload. */
export function withFieldChanges<Target extends object>(
  state: AttemptState<Target>,
  changes: readonly FieldChange[],
): AttemptState<Target> {
  const { fieldChanges, cached } = state;
  return {
    ...state,
    fieldChanges: changes.reduce(withChange, fieldChanges),
    cached: { ...cached, fieldChanges: changes.reduce(withChange, cached.fieldChanges) },
  };
}

/**
 * With the changes of settings and tools within the conversation applied to all of it; `undefined` where it has none.
 * `always`: for later requests as well.
 */
export function withAppliedChanges<Target extends object>(
  state: AttemptState<Target>,
  dialect: DialectId,
  always: boolean,
): AttemptState<Target> | undefined {
  const request = withoutSettingChanges(state.request, dialect);
  if (request === undefined) return undefined;
  const cached = always ? { ...state.cached, appliesChangesOf: dialect } : state.cached;
  return withWarning({ ...state, request, cached }, 'messages', settingChangesWarning);
}

/** Without those sampling parameters; `undefined` where the request has none of them. */
export function withoutSettings<Target extends object>(
  state: AttemptState<Target>,
  names: readonly string[],
): AttemptState<Target> | undefined {
  const { request, warnings, cached } = state;
  const { sampling } = request;
  const rejected = names.filter((name) => isSetting(name) && sampling[settings[name]] !== undefined);
  if (rejected.length === 0) return undefined;
  const changed = new Map(warnings);
  for (const name of rejected.map((member) => (member === 'logprobs' ? 'top_logprobs' : member)))
    changed.set(name, {
      kind: 'ignored',
      param: name,
      message: `The upstream does not support '${name}' for this model.`,
    });
  const remaining = Object.entries(sampling).filter(
    ([name]) => !rejected.some((member) => isSetting(member) && settings[member] === name),
  );
  return {
    ...state,
    request: { ...request, sampling: Object.fromEntries(remaining) },
    warnings: changed,
    cached: { ...cached, settings: [...cached.settings, ...names.filter(isSetting)] },
  };
}

/** Limits the output tokens; `undefined` where the request does not exceed the limit. */
export function withOutputLimit<Target extends object>(
  state: AttemptState<Target>,
  maxOutputTokens: number,
): AttemptState<Target> | undefined {
  const { request, cached } = state;
  const { limits } = request;
  if (limits.maxOutputTokens === undefined || maxOutputTokens >= limits.maxOutputTokens) return undefined;
  const limited: AttemptState<Target> = {
    ...state,
    request: { ...request, limits: { ...limits, maxOutputTokens } },
    cached: { ...cached, maxOutputTokens },
  };
  return withWarning(limited, 'max_tokens', {
    kind: 'clamped',
    param: 'max_tokens',
    message: `The model generates at most ${maxOutputTokens} tokens.`,
  });
}

/** With another request for reasoning, or none. */
export function withReasoning<Target extends object>(
  state: AttemptState<Target>,
  reasoning: ReasoningRequest | undefined,
): AttemptState<Target> {
  const { reasoning: _, ...others } = state.request;
  const changed: AttemptState<Target> = {
    ...state,
    request: reasoning === undefined ? others : { ...others, reasoning },
    cached: { ...state.cached, reasoning: reasoning === undefined ? {} : { request: reasoning } },
  };
  return withWarning(changed, 'reasoning', reasoningWarning(state.original.reasoning, reasoning?.effort));
}

function reasoningWarning(wanted: ReasoningRequest | undefined, effort: Effort | undefined): Warning {
  const param = 'reasoning';
  if (effort === undefined)
    return {
      kind: 'ignored',
      param,
      message: 'The upstream does not support all reasoning options of this request for this model.',
    };
  const from = wanted?.enabled === false ? 'none' : wanted?.effort;
  return {
    kind: 'clamped',
    param,
    message: `The upstream does not support the reasoning effort${from === undefined ? '' : ` '${from}'`} for this model; the service requests '${effort}'.`,
  };
}

function isSetting(name: string): name is keyof typeof settings {
  return Object.hasOwn(settings, name);
}

function withoutReasoning(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message) => {
    const parts = message.parts.filter(({ type }) => type !== 'reasoning');
    return parts.length === 0 && message.parts.length > 0 ? [] : [{ ...message, parts }];
  });
}
