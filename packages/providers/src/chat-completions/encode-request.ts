import { createHash } from 'node:crypto';
import {
  effortOfBudget,
  type GenerationRequest,
  type JsonObject,
  type Message,
  type ReasoningRequest,
  type Sampling,
  ToolNames,
  type Warning,
} from '@org/engine';
import { withCallsAsText } from './with-calls-as-text.js';
import { hintFields, type CapabilityProfile } from '../compat/capability-profile.js';
import { encodeMessages } from './encode-messages.js';
import { encodeOutputFormat, withFormatAsText } from './encode-output-format.js';
import { encodeTools } from './encode-tools.js';
import { nearestEffort } from '../shared/efforts.js';
import { shortenUserId } from '../shared/end-user.js';

/** An encoded request with the data to read its response. */
export interface EncodedRequest {
  readonly body: JsonObject;
  readonly names: ToolNames;
  /** Stop sequences that the upstream does not apply. */
  readonly localStopSequences: readonly string[];
  readonly warnings: readonly Warning[];
}

export interface EncodeOptions {
  /** The upstream's name of the model. */
  readonly model: string;
  readonly profile: CapabilityProfile;
  readonly owner: string;
  /** Name of the signer of the upstream's signatures. */
  readonly signer: string;
  /** Whether to request a non-streaming response. Default false. */
  readonly nonStreaming?: boolean;
}

/** The neutral request as the body of a chat-completions call. */
export function encodeRequest(
  request: GenerationRequest,
  { model, profile, owner, signer, nonStreaming = false }: EncodeOptions,
): EncodedRequest {
  const warnings: Warning[] = [];
  const names = new ToolNames(request.tools);
  const { maxStopSequences } = profile;
  const stop = request.stopSequences.slice(0, maxStopSequences);
  const { maxOutputTokens } = request.limits;
  const conversation = withFormatAsText(request, profile, warnings);
  const tools = encodeTools(request, names, profile, warnings);
  const prepared =
    profile.allowsCallsWithoutTools || tools['tools'] !== undefined
      ? conversation
      : withCallsAsText(conversation, warnings);
  const messages = encodeMessages(prepared, { names, profile, signer: { name: signer, model }, warnings });
  const hasPrefill = continues(messages);
  if (hasPrefill && !profile.requiresContinueFlag) warnings.push(assistantPrefillWarning(conversation));
  const body: JsonObject = {
    model,
    messages,
    ...(profile.requiresContinueFlag && hasPrefill
      ? { continue_final_message: true, add_generation_prompt: false }
      : {}),
    ...(nonStreaming ? {} : encodeStreaming(profile)),
    ...tools,
    ...encodeOutputFormat(request.outputFormat, profile, warnings),
    // The API has no output limit of zero: the service requests one token and does not deliver it.
    ...(maxOutputTokens === undefined ? {} : { [profile.maxTokensField]: Math.max(1, maxOutputTokens) }),
    ...(stop.length === 0 ? {} : { stop }),
    ...encodeSampling(request.sampling, profile, warnings),
    ...encodeLogprobs(request.sampling.topLogprobs, tools['tools'] !== undefined, profile, warnings),
    ...encodeReasoningOf(request, tools, hasPrefill, profile, warnings),
    ...encodeOptionalParameters(request, profile),
    ...encodeCacheHints(request.cacheKey, owner, profile),
    ...encodeEndUser(request.endUser, profile),
  };
  return {
    body: omitUnsupportedParameters(body, profile, warnings),
    names,
    localStopSequences: request.stopSequences.slice(maxStopSequences),
    warnings,
  };
}

function omitUnsupportedParameters(
  body: JsonObject,
  { unsupportedFields }: CapabilityProfile,
  warnings: Warning[],
): JsonObject {
  for (const param of unsupportedFields)
    if (hintFields.has(param) && body[param] !== undefined)
      warnings.push({ kind: 'ignored', param, message: `The upstream does not support '${param}' for this model.` });
  return unsupportedFields.length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !unsupportedFields.some((out) => out === name)));
}

/** Whether the conversation ends with an assistant prefill, which the response continues. */
function continues(messages: readonly JsonObject[]): boolean {
  const last = messages.at(-1);
  return last?.['role'] === 'assistant' && last['tool_calls'] === undefined && last['content'] !== '';
}

function assistantPrefillWarning(conversation: readonly Message[]): Warning {
  const part = conversation.at(-1)?.parts.find(({ type }) => type === 'text');
  const message =
    'The upstream does not support assistant prefill: it receives this text and may start a new response.';
  return { kind: 'ignored', param: 'messages', message, ...(part !== undefined && { part }) };
}

function encodeStreaming({ continuousUsage }: CapabilityProfile): JsonObject {
  const counted: JsonObject = continuousUsage === 'continuous_usage_stats' ? { continuous_usage_stats: true } : {};
  return {
    stream: true,
    stream_options: { include_usage: true, ...counted },
    ...(continuousUsage === 'timings_per_token' ? { timings_per_token: true } : {}),
  };
}

function encodeLogprobs(
  topLogprobs: number | undefined,
  withTools: boolean,
  { minTopLogprobs, logprobs }: CapabilityProfile,
  warnings: Warning[],
): JsonObject {
  if (topLogprobs === undefined) return {};
  if (logprobs === 'always' || (logprobs === 'without-tools' && !withTools))
    return { logprobs: true, top_logprobs: Math.max(topLogprobs, minTopLogprobs) };
  warnings.push({
    kind: 'ignored',
    param: 'top_logprobs',
    message: `The upstream does not report log-probabilities${logprobs === 'never' ? '' : ' with tools'}.`,
  });
  return {};
}

function encodeSampling(sampling: Sampling, profile: CapabilityProfile, warnings: Warning[]): JsonObject {
  const { temperature, topP, topK, seed, presencePenalty, frequencyPenalty } = sampling;
  if (topK !== undefined && topK !== 0 && profile.unlimitedTopK === undefined) {
    warnings.push({ kind: 'ignored', param: 'top_k', message: "The upstream does not support 'top_k'." });
  }
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(topK === undefined || profile.unlimitedTopK === undefined
      ? {}
      : { top_k: topK === 0 ? profile.unlimitedTopK : topK }),
    ...(seed === undefined ? {} : { seed }),
    ...encodePenalty('presence_penalty', presencePenalty, profile, warnings),
    ...encodePenalty('frequency_penalty', frequencyPenalty, profile, warnings),
  };
}

function encodePenalty(
  name: 'presence_penalty' | 'frequency_penalty',
  penalty: number | undefined,
  { penalties }: CapabilityProfile,
  warnings: Warning[],
): JsonObject {
  if (penalty === undefined) return {};
  if (penalties) return { [name]: penalty };
  if (penalty !== 0)
    warnings.push({ kind: 'ignored', param: name, message: `The upstream does not support '${name}'.` });
  return {};
}

/** Encodes the reasoning parameters as far as they are compatible with the sent tools and an assistant prefill. */
function encodeReasoningOf(
  { reasoning }: GenerationRequest,
  tools: JsonObject,
  hasPrefill: boolean,
  profile: CapabilityProfile,
  warnings: Warning[],
): JsonObject {
  if (!profile.reasonsWithTools && tools['tools'] !== undefined) {
    if (reasoning?.enabled === true && reasoning.implied !== true)
      warnings.push({
        kind: 'ignored',
        param: 'reasoning',
        message: 'The upstream does not support reasoning with tools.',
      });
    return { reasoning_effort: 'none' };
  }
  if (hasPrefill && !profile.reasonsAfterPrefill) {
    if (reasoning?.enabled === true && reasoning.implied !== true)
      warnings.push({
        kind: 'ignored',
        param: 'reasoning',
        message: 'The upstream does not support reasoning after an assistant prefill.',
      });
    return encodeReasoning({ enabled: false, implied: true }, profile, warnings);
  }
  const choice = tools['tool_choice'];
  if (profile.reasoningSwitch !== 'thinking' || choice === undefined || choice === 'none') {
    return reasoning === undefined ? {} : encodeReasoning(reasoning, profile, warnings);
  }
  if (reasoning?.enabled === true)
    warnings.push({
      kind: 'ignored',
      param: 'reasoning',
      message: 'The upstream does not support reasoning with a forced tool call.',
    });
  return encodeReasoning({ enabled: false, implied: true }, profile, warnings);
}

function encodeReasoning(reasoning: ReasoningRequest, profile: CapabilityProfile, warnings: Warning[]): JsonObject {
  const { budgetTokens } = reasoning;
  const { reasoningBudgetField: budgetField } = profile;
  const effortInsteadOfBudget =
    budgetTokens !== undefined && budgetField === undefined && profile.reasoningSwitch === 'effort';
  if (budgetTokens !== undefined && budgetField === undefined && profile.reasoningSwitch !== 'none') {
    warnings.push({
      kind: 'ignored',
      param: 'reasoning',
      message: effortInsteadOfBudget
        ? 'The upstream supports a reasoning effort instead of a token budget.'
        : 'The upstream does not support a reasoning token budget.',
    });
  }
  const wanted = reasoning.effort ?? (effortInsteadOfBudget ? effortOfBudget(budgetTokens) : undefined);
  const effort = reasoning.enabled ? nearestEffort(wanted, profile.efforts) : profile.effortOff;
  const requested = reasoning.enabled ? reasoning.effort : 'none';
  if (effort !== undefined && requested !== undefined && effort !== requested)
    warnings.push({
      kind: 'clamped',
      param: 'reasoning',
      message: `The upstream does not support the reasoning effort '${requested}' for this model; the service requests '${effort}'.`,
    });
  const unsupportedMessage = unsupportedParameter(reasoning, profile);
  if (unsupportedMessage !== undefined)
    warnings.push({ kind: 'ignored', param: 'reasoning', message: unsupportedMessage });
  switch (profile.reasoningSwitch) {
    case 'template':
      return {
        chat_template_kwargs: Object.fromEntries(profile.templateSwitches.map((name) => [name, reasoning.enabled])),
        ...(effort === undefined ? {} : { reasoning_effort: effort }),
        ...(budgetTokens === undefined || budgetField === undefined ? {} : { [budgetField]: budgetTokens }),
      };
    case 'thinking':
      return {
        thinking: { type: reasoning.enabled ? 'enabled' : 'disabled' },
        ...(effort === undefined ? {} : { reasoning_effort: effort }),
      };
    case 'effort':
      // Models without reasoning reject the field, so it is omitted unless it has a value.
      return effort === undefined ? {} : { reasoning_effort: effort };
    case 'none':
      return {};
  }
}

/**
 * Returns the part of an optional parameter that the profile does not support; nothing for one that the client did
 * not send.
 */
function unsupportedParameter(
  { enabled, effort, implied }: ReasoningRequest,
  { reasoningSwitch, efforts, effortOff }: CapabilityProfile,
): string | undefined {
  if (implied === true) return undefined;
  if (reasoningSwitch === 'none') return 'The upstream does not support reasoning options.';
  if (enabled && effort !== undefined && efforts.length === 0)
    return 'The upstream does not support a reasoning effort.';
  return reasoningSwitch === 'effort' && !enabled && effortOff === undefined
    ? 'The upstream does not support disabling reasoning.'
    : undefined;
}

/** Those that the profile does not have were warned of before. */
function encodeOptionalParameters(
  { verbosity, serviceTier }: GenerationRequest,
  { optionalParameters }: CapabilityProfile,
): JsonObject {
  return {
    ...(verbosity === undefined || !optionalParameters.includes('verbosity') ? {} : { verbosity }),
    ...(serviceTier === undefined || !optionalParameters.includes('serviceTier') ? {} : { service_tier: serviceTier }),
  };
}

/** Owners are sent as digests: the upstream can separate them and cannot identify them. */
function encodeCacheHints(cacheKey: string | undefined, owner: string, profile: CapabilityProfile): JsonObject {
  switch (profile.cacheHints) {
    case 'prompt-cache-key':
      return {
        user: digest(owner),
        ...(cacheKey === undefined ? {} : { prompt_cache_key: digest(`${owner}\0${cacheKey}`) }),
      };
    case 'cache-salt':
      return { cache_salt: digest(owner) };
    case 'none':
      return {};
  }
}

/** Maximum length of an id that OpenAI accepts. */
const maxUserIdLength = 64;

function encodeEndUser(endUser: string | undefined, { endUserField }: CapabilityProfile): JsonObject {
  return endUser === undefined || endUserField === undefined
    ? {}
    : { [endUserField]: shortenUserId(endUser, maxUserIdLength) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}
