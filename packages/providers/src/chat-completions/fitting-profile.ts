import type { EngineError, JsonObject } from '@org/engine';
import { effortsNamed } from '../shared/efforts.js';
import { arrayOf, objectOf } from '../shared/wire-value.js';
import { upstreamErrorText } from '../errors/refusal-text.js';
import { refusedMembers } from '../compat/refused-members.js';
import { rejectsSignature } from '../compat/refuses-proof.js';
import { callIdsAskedFor } from './call-id-forms.js';
import { dispensableMembers, type CapabilityProfile } from './capability-profile.js';
import { nameToSign } from './unsigned-calls.js';

/**
 * What an upstream understands, less what it has refused of one request. Which efforts there are is a matter of the model behind it and of
 * its template, which schemas it takes one of its release: no list of ours is right for all, and a refusal would meet every request of a
 * client that always asks for the same.
 */
export class FallbackProfile {
  #current: CapabilityProfile;
  /** Without what was narrowed for what this request itself says. */
  #lasting: CapabilityProfile;
  readonly #refused = new Set<unknown>();

  constructor(profile: CapabilityProfile) {
    this.#current = profile;
    this.#lasting = profile;
  }

  /** What of it holds for other requests of the form, too: another's schemas and proofs may be no trouble. */
  get lasting(): CapabilityProfile {
    return this.#lasting;
  }

  get current(): CapabilityProfile {
    return this.#current;
  }

  /** Narrows the profile after `error`, if that refuses something in `body` that can be said with less. True when it is worth sending again. */
  fallBack(error: EngineError, body: JsonObject): boolean {
    const text = upstreamErrorText(error);
    const { boundedSchemas, acceptsSignatures } = this.#lasting;
    const downgraded =
      this.#withoutBudget(text, body) ||
      this.#withOneReasoningField(text) ||
      this.#withReasoningBack(text) ||
      this.#withoutReasoningField(text, body) ||
      this.#withoutReasoningWithTools(text, body) ||
      this.#withOtherEfforts(text, body) ||
      this.#withLooserFormat(text, body) ||
      this.#withoutSystemRole(text) ||
      this.#withoutDeveloperRole(text) ||
      this.#withoutEmptyResults(text, body) ||
      this.#withoutPrefillTrailingWhitespace(text) ||
      this.#withoutUserAfterResults(text) ||
      this.#withUser(text) ||
      this.#withoutNullTexts(text, body) ||
      this.#withOtherCallIds(text) ||
      this.#withUnsignedCalls(text) ||
      this.#withoutCallParts(text, body) ||
      this.#withPlainerSchemas(text, body) ||
      this.#asStream(text, body) ||
      this.#withoutMembers(text, body);
    if (!downgraded) return this.#withoutBounds(text, body) || this.#withoutSignatures(text, body);
    this.#lasting = { ...this.#current, boundedSchemas, acceptsSignatures };
    return true;
  }

  #withoutMembers(text: string, body: JsonObject): boolean {
    const names = refusedMembers(text).filter((name) => body[name] !== undefined && !this.#refused.has(name));
    const before = this.#current;
    for (const name of names) {
      this.#refused.add(name);
      this.#current = withoutMember(this.#current, name, this.#refused);
    }
    return this.#current !== before;
  }

  /** One schema that its grammar cannot say has it refuse the whole request. */
  #withoutBounds(text: string, body: JsonObject): boolean {
    if (
      !this.#current.boundedSchemas ||
      (body['tools'] === undefined && body['response_format'] === undefined) ||
      !grammarErrorPattern.test(text)
    )
      return false;
    this.#current = { ...this.#current, boundedSchemas: false };
    return true;
  }

  /** It cannot check any more what it has said itself. */
  #withoutSignatures(text: string, body: JsonObject): boolean {
    if (!this.#current.acceptsSignatures || !rejectsSignature(text) || !arrayOf(body['messages']).some(isProven))
      return false;
    this.#current = { ...this.#current, acceptsSignatures: false };
    return true;
  }

  /** It holds answers to less than was asked for, to JSON or to nothing, or wants to be told of JSON in words, too. */
  #withLooserFormat(text: string, body: JsonObject): boolean {
    const format = objectOf(body['response_format']);
    if (format !== undefined && this.#current.outputFormats === 'schema' && jsonWordErrorPattern.test(text)) {
      this.#current = { ...this.#current, outputFormats: 'object' };
      return true;
    }
    if (
      format === undefined ||
      schemaErrorPattern.test(text) ||
      !(formatErrorPattern.test(text) || refusedMembers(text).includes('response_format'))
    )
      return false;
    this.#current = { ...this.#current, outputFormats: format['type'] === 'json_schema' ? 'object' : 'none' };
    return true;
  }

  /** The template of its model has no place for instructions. */
  #withoutSystemRole(text: string): boolean {
    if (this.#current.systemMessages === 'none' || !/system role (?:is )?not supported/i.test(text)) return false;
    this.#current = { ...this.#current, systemMessages: 'none' };
    return true;
  }

  /** It stands for an older API than the one it was taken for. */
  #withoutDeveloperRole(text: string): boolean {
    if (!this.#current.developerRole || !developerRoleErrorPattern.test(text)) return false;
    this.#current = { ...this.#current, developerRole: false };
    return true;
  }

  /** Coding agents say something beside the results of their tools. */
  #withoutUserAfterResults(text: string): boolean {
    if (!this.#current.userAfterToolResults || !userMessageErrorPattern.test(text)) return false;
    this.#current = { ...this.#current, userAfterToolResults: false };
    return true;
  }

  #withoutNullTexts(text: string, body: JsonObject): boolean {
    if (
      !this.#current.nullTexts ||
      !nullContentErrorPattern.test(text) ||
      !arrayOf(body['messages']).some((message) => objectOf(message)?.['content'] === null)
    )
      return false;
    this.#current = { ...this.#current, nullTexts: false };
    return true;
  }

  /** The templates of Qwen's newer models want a word of the user. */
  #withUser(text: string): boolean {
    if (!this.#current.silentUser || !/no user query found/i.test(text)) return false;
    this.#current = { ...this.#current, silentUser: false };
    return true;
  }

  /** A tool that tells nothing has it refuse the conversation. */
  #withoutEmptyResults(text: string, body: JsonObject): boolean {
    if (
      !this.#current.emptyResults ||
      !emptyTextErrorPattern.test(text) ||
      !arrayOf(body['messages']).some(isEmptyResult)
    )
      return false;
    this.#current = { ...this.#current, emptyResults: false };
    return true;
  }

  #withoutPrefillTrailingWhitespace(text: string): boolean {
    if (!this.#current.prefillTrailingWhitespace || !/cannot end with trailing whitespace/i.test(text)) return false;
    this.#current = { ...this.#current, prefillTrailingWhitespace: false };
    return true;
  }

  /** Calls that other models made go on under ids of theirs. */
  #withOtherCallIds(text: string): boolean {
    const callIds = callIdsAskedFor(text);
    if (callIds === undefined || callIds === this.#current.callIds || this.#refused.has(callIds)) return false;
    this.#refused.add(callIds);
    this.#current = { ...this.#current, callIds };
    return true;
  }

  /** Calls that it did not sign, or whose signature is lost, say so. */
  #withUnsignedCalls(text: string): boolean {
    const unsignedCalls = nameToSign(text, this.#current.unsignedCalls);
    if (unsignedCalls === undefined) return false;
    this.#current = { ...this.#current, unsignedCalls };
    return true;
  }

  #withoutCallParts(text: string, body: JsonObject): boolean {
    if (!this.#current.callsWithoutTools || body['tools'] !== undefined || !missingToolsErrorPattern.test(text))
      return false;
    this.#current = { ...this.#current, callsWithoutTools: false };
    return true;
  }

  /** What stands behind it reads the schemas of OpenAPI only, as native Gemini does. */
  #withPlainerSchemas(text: string, body: JsonObject): boolean {
    if (
      this.#current.schemas === 'open-api' ||
      (body['tools'] === undefined && body['response_format'] === undefined) ||
      !schemaKeywordErrorPattern.test(text)
    )
      return false;
    this.#current = { ...this.#current, schemas: 'open-api' };
    return true;
  }

  /** It takes a cap where it was started for one only. */
  #withoutBudget(text: string, body: JsonObject): boolean {
    const { reasoningBudgetField: field } = this.#current;
    if (field === undefined || body[field] === undefined || !text.includes(field)) return false;
    this.#current = { ...this.#current, reasoningBudgetField: undefined };
    return true;
  }

  /** It takes the names for one, and none twice. */
  #withOneReasoningField(text: string): boolean {
    const [first, ...others] = this.#current.reasoningFields;
    if (
      first === undefined ||
      others.length === 0 ||
      !/duplicate field `reasoning|any variant of untagged enum/i.test(text)
    )
      return false;
    this.#current = { ...this.#current, reasoningFields: [first] };
    return true;
  }

  /** It knows no such member of an answer: it stands for another server than the one it was taken for. */
  #withoutReasoningField(text: string, body: JsonObject): boolean {
    const field = reasoningErrorPattern.test(text)
      ? text.includes('reasoning_content')
        ? 'reasoning_content'
        : 'reasoning'
      : undefined;
    const { reasoningFields } = this.#current;
    if (
      field === undefined ||
      this.#refused.has(field) ||
      !reasoningFields.includes(field) ||
      !arrayOf(body['messages']).some((message) => objectOf(message)?.[field] !== undefined)
    )
      return false;
    this.#refused.add(field);
    this.#current = {
      ...this.#current,
      reasoningFields: reasoningFields.filter((one) => one !== field),
      wantsReasoningBack: false,
    };
    return true;
  }

  /** Its model has to be told what it thought before its calls. */
  #withReasoningBack(text: string): boolean {
    if (this.#current.wantsReasoningBack || !missingReasoningErrorPattern.test(text)) return false;
    this.#current = { ...this.#current, reasoningFields: ['reasoning_content'], wantsReasoningBack: true };
    return true;
  }

  /** On this wire, models of OpenAI that reason without being asked to take tools only where they are told not to. */
  #withoutReasoningWithTools(text: string, body: JsonObject): boolean {
    if (!this.#current.reasonsWithTools || body['tools'] === undefined || !toolsWithReasoningErrorPattern.test(text))
      return false;
    this.#current = { ...this.#current, reasonsWithTools: false };
    return true;
  }

  /** Some models write nothing in one piece. */
  #asStream(text: string, body: JsonObject): boolean {
    if (!this.#current.supportsNonStreaming || body['stream'] === true || !nonStreamingErrorPattern.test(text))
      return false;
    this.#current = { ...this.#current, supportsNonStreaming: false };
    return true;
  }

  #withOtherEfforts(text: string, body: JsonObject): boolean {
    const sent = body['reasoning_effort'];
    if (sent === undefined) return false;
    const named = effortsNamed(text);
    if (named === undefined) return false;
    this.#refused.add(sent);
    const { effortOff } = this.#current;
    this.#current = {
      ...this.#current,
      efforts: named.filter((effort) => !this.#refused.has(effort)),
      effortOff: this.#refused.has(effortOff) ? undefined : effortOff,
    };
    return true;
  }
}

function isEmptyResult(message: unknown): boolean {
  const { role, content } = objectOf(message) ?? {};
  return role === 'tool' && typeof content === 'string' && content.trim() === '';
}

/** Whether a message brings back what the upstream has said beside it. */
function isProven(message: unknown): boolean {
  const { reasoning_details: details, tool_calls: calls } = objectOf(message) ?? {};
  return details !== undefined || arrayOf(calls).some((call) => objectOf(call)?.['extra_content'] !== undefined);
}

/** The same profile if nothing can be said in place of the member, or without it. */
function withoutMember(profile: CapabilityProfile, name: string, refused: ReadonlySet<unknown>): CapabilityProfile {
  if (name === 'stop') return { ...profile, maxStopSequences: 0 };
  if (name === 'tool_choice') return { ...profile, toolChoice: 'none' };
  if (name === profile.maxTokensField) {
    const maxTokensField = name === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return refused.has(maxTokensField) ? profile : { ...profile, maxTokensField };
  }
  const member = dispensableMembers.find((one) => one === name);
  return member === undefined
    ? profile
    : { ...profile, unsupportedParameters: [...profile.unsupportedParameters, member] };
}

/** How Moonshot and DeepSeek word it, also behind gateways. */
const missingReasoningErrorPattern =
  /\breasoning_content\b[^\n]{0,60}(?:is missing|is required|must be (?:passed back|provided|included))/i;
/** How Cerebras and Groq word it, Mistral, and servers whose checks are of pydantic or in Rust. */
const reasoningErrorPattern =
  /(?:\breasoning_content|\bmessages\W[^\n]{0,60}\breasoning)\b\W[^\n]{0,40}(?:unsupported|not (?:supported|allowed|permitted))|(?:unknown|unrecognized) (?:field|property|name)\W{1,4}(?:reasoning_content|messages\W[^\n]{0,60}\breasoning)\b|extra_forbidden[^\n]{0,80}\bmessages\b[^\n]{0,60}\breasoning(?:_content)?\b/i;
/** How OpenAI words it, from GPT-5.6 on. */
const toolsWithReasoningErrorPattern = /\btools with \W?reasoning_effort\W? (?:is|are) not supported/i;
/** How Alibaba words it, of a model and of one that thinks, and a gateway to a server that knows nothing else. */
const nonStreamingErrorPattern = /\bonly supports? stream|for non-streaming calls|\bstream must be (?:set to )?true/i;
/** How Bedrock words it, and LiteLLM in front of it and of Anthropic. */
const missingToolsErrorPattern =
  /toolConfig field must be defined|tool calling without `?tools=|expects the `?tools=`? param|must define tools/i;
const schemaErrorPattern = /invalid (?:json )?schema/i;
const formatErrorPattern =
  /response[_ ]format\W[^]{0,80}(?:not support|unsupported|unavailable|must be|cannot be combined)|(?:not support|unsupported)[^]{0,40}response[_ ]format|response mime type\W[^]{0,40}unsupported/i;
const developerRoleErrorPattern =
  /\bdeveloper\W{1,3}(?:is not one of|,? expected one of|role)|(?:unknown|unexpected|invalid|unsupported) (?:message )?role\W{1,4}developer/i;
/** How LM Studio words it, and Ollama. */
const nullContentErrorPattern = /'content' field must be a string or an array|invalid message content type: <nil>/i;
/** How Mistral words it, also behind vLLM. */
const userMessageErrorPattern = /unexpected role \W?user\W? after role \W?tool/i;
/** How Bedrock and Anthropic word it, also behind gateways. */
const emptyTextErrorPattern =
  /contentblock object at [\w.]{1,80} is (?:blank|empty)|content field in the message object at [\w.]{1,80} is empty|text content blocks must (?:be non-empty|contain non-whitespace)/i;
const jsonWordErrorPattern = /must contain the word '?json/i;
const schemaKeywordErrorPattern =
  /(?:unknown name \W{1,4}\$?\w+\W{1,4} at|proto field is not repeating)[^]{0,80}(?:function_declarations|response_schema)/i;

const grammarErrorPattern =
  /fail\w* to \w+ (?:json |structural_tag )?(?:grammar|schema)|grammar (?:error|specification)|json schema conversion failed|schema contains features not supported|unsupported feature for structured outputs/i;
