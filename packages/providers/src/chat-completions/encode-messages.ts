import {
  customToolInput,
  mapCallIds,
  type JsonObject,
  markedInstruction,
  type Message,
  type Part,
  type ToolCallPart,
  type ToolNames,
  type ToolResultPart,
  type Warning,
  withInstructionsInResults,
  trimAssistantPrefill,
} from '@org/engine';
import { reasoningDroppedWarning } from '../compat/warnings.js';
import type { Signer } from '../shared/signature-data.js';
import { verifySignatures, type ResponseSignatures, type CallExtra } from './response-signatures.js';
import { callIdForms } from './call-id-forms.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import { compactContent, ContentEncoder } from './encode-content.js';
import { separateParts } from '../shared/separate-parts.js';
import { withWellFormedCharacters } from '../shared/with-well-formed-characters.js';
import { unsigned } from './unsigned-calls.js';

export interface MessageOptions {
  readonly names: ToolNames;
  readonly profile: CapabilityProfile;
  /** Signer whose signatures are opened. */
  readonly signer: Signer;
  readonly warnings: Warning[];
}

/** Encodes the conversation for the API. Adds omitted content to `warnings`. */
export function encodeMessages(messages: readonly Message[], options: MessageOptions): JsonObject[] {
  const encoder = new MessageEncoder(options, mapCallIds(messages, callIdForms[options.profile.callIds]));
  const prepared = options.profile.prefillTrailingWhitespace ? messages : trimAssistantPrefill(messages);
  for (const message of options.profile.systemMessages === 'anywhere' ? prepared : withInstructionsInResults(prepared))
    encoder.add(message);
  return encoder.finish();
}

/** Whether all parts are of kinds that this API cannot express. */
function isOnlyOpaque(parts: readonly Part[]): boolean {
  return parts.length > 0 && parts.every(({ type }) => type === 'opaque');
}

/** Assistant text after tool results where a template requires it before the next user message. */
const assistantFiller = 'OK.';

class MessageEncoder {
  readonly #out: JsonObject[] = [];
  readonly #content: ContentEncoder;
  /** Media of tool results: a `tool` message holds only text, so they follow the group of results in a user message. */
  #deferredMedia: JsonObject[] = [];
  /** The content of a user message that may still grow. */
  #user: JsonObject[] | undefined;

  /** `callIds`: the ids that replace others. */
  constructor(
    readonly options: MessageOptions,
    readonly callIds: ReadonlyMap<string, string>,
  ) {
    this.#content = new ContentEncoder(options.profile, options.warnings);
  }

  add(message: Message): void {
    const hasResults = message.parts.some(({ type }) => type === 'tool-result');
    if (!hasResults) this.#flushDeferredMedia();
    else for (const part of message.parts) if (part.type === 'tool-result') this.#addResult(part);
    switch (message.role) {
      case 'system':
      case 'developer':
        this.#addSystem(message);
        return;
      case 'assistant':
        this.#addAssistant(message.parts);
        return;
      case 'user':
      case 'tool': {
        const content = this.#content.encode(message.parts);
        if (content.length === 0 && (message.role === 'tool' || hasResults || isOnlyOpaque(message.parts))) return;
        this.#flushDeferredMedia();
        this.#addUser(content);
        return;
      }
    }
  }

  finish(): JsonObject[] {
    this.#flushDeferredMedia();
    this.#closeUser();
    return this.options.profile.allowsNoUserMessage ? this.#out : withUser(this.#out);
  }

  #addSystem({ role, parts }: Message): void {
    const text = this.#content
      .encode(parts)
      .map((part) => (part['type'] === 'text' ? part['text'] : ''))
      .join('\n');
    if (text === '') return; // The message changed settings and has no text.
    if (this.options.profile.systemMessages === 'anywhere') {
      this.#push({
        role: role === 'developer' && this.options.profile.developerRole ? 'developer' : 'system',
        content: text,
      });
      return;
    }
    const last = this.#out.at(-1);
    // The message is sent as marked text in the user's turn, the only role that every chat template allows there.
    if (
      this.options.profile.systemMessages === 'none' ||
      this.#user !== undefined ||
      (last !== undefined && last['role'] !== 'system')
    )
      this.#addUser([{ type: 'text', text: markedInstruction(text) }]);
    else if (last === undefined) this.#out.push({ role: 'system', content: text });
    else this.#out[this.#out.length - 1] = { role: 'system', content: `${String(last['content'])}\n\n${text}` };
  }

  /** Templates that allow no system message in between allow no two user messages in a row either. */
  #addUser(content: readonly JsonObject[]): void {
    if (this.options.profile.systemMessages === 'anywhere') this.#closeUser();
    this.#user ??= [];
    for (const part of content) this.#user.push(part);
  }

  #closeUser(): void {
    if (this.#user === undefined) return;
    if (!this.options.profile.userAfterToolResults && this.#out.at(-1)?.['role'] === 'tool')
      this.#out.push({ role: 'assistant', content: assistantFiller });
    this.#out.push({ role: 'user', content: compactContent(this.#user, '\n') });
    this.#user = undefined;
  }

  #push(message: JsonObject): void {
    this.#closeUser();
    this.#out.push(message);
  }

  #addAssistant(parts: readonly Part[]): void {
    const calls = parts.filter((part) => part.type === 'tool-call');
    const text = this.#content.compact(separateParts(parts), '');
    const { reasoningFields, requiresReasoningReplay, nullTexts } = this.options.profile;
    const sentText = reasoningFields.length === 0 ? '' : parts.map(readableReasoning).join('');
    if (text.length === 0 && calls.length === 0 && sentText === '') return;
    const { reasoningDetails, calls: extras = {} } = this.#signaturesIn(parts);
    const extraOf = ({ callId }: ToolCallPart): CallExtra | undefined =>
      Object.hasOwn(extras, callId) ? extras[callId] : undefined;
    const { unsignedCalls } = this.options.profile;
    const first = unsignedCalls === undefined || calls.some(extraOf) ? undefined : unsigned(unsignedCalls);
    // An empty text would be rejected like a missing one.
    const reasoning = sentText === '' && requiresReasoningReplay ? ' ' : sentText;
    this.#push({
      role: 'assistant',
      // Some templates print null content as a word; others reject an empty string next to calls.
      content: nullTexts && text.length === 0 && calls.length > 0 ? null : text,
      ...(reasoning === '' ? {} : Object.fromEntries(reasoningFields.map((field) => [field, reasoning]))),
      ...(reasoningDetails === undefined ? {} : { reasoning_details: reasoningDetails }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call, index) =>
              this.#call(call, index === 0 ? (extraOf(call) ?? first) : extraOf(call)),
            ),
          }),
    });
  }

  /** Collects the signatures that the upstream requires back with this message. */
  #signaturesIn(parts: readonly Part[]): ResponseSignatures {
    let all: ResponseSignatures = {};
    for (const part of parts) {
      const own =
        part.type === 'reasoning' && part.signature !== undefined
          ? verifySignatures(part.signature, this.options.signer)
          : undefined;
      if (own === undefined) continue;
      if (!this.options.profile.acceptsSignatures) {
        if (!this.options.warnings.includes(reasoningDroppedWarning))
          this.options.warnings.push(reasoningDroppedWarning);
        continue;
      }
      const details = [...(all.reasoningDetails ?? []), ...(own.reasoningDetails ?? [])];
      all = { calls: { ...all.calls, ...own.calls }, ...(details.length === 0 ? {} : { reasoningDetails: details }) };
    }
    return all;
  }

  #call({ callId, name, namespace, kind, argumentsText }: ToolCallPart, extra: CallExtra | undefined): JsonObject {
    return {
      id: this.#idOf(callId),
      type: 'function',
      function: {
        name: this.options.names.toApiName(name, namespace),
        arguments:
          kind === 'custom'
            ? JSON.stringify({ [customToolInput]: argumentsText })
            : jsonObjectText(withWellFormedCharacters(argumentsText)),
      },
      ...(extra === undefined ? {} : { extra_content: extra }),
    };
  }

  #idOf(callId: string): string {
    return this.callIds.get(callId) ?? callId;
  }

  #addResult({ callId, content, isError = false }: ToolResultPart): void {
    const compacted = this.#content.compact(content, '\n');
    const media = typeof compacted === 'string' ? [] : compacted.filter(({ type }) => type !== 'text');
    const text =
      typeof compacted === 'string'
        ? compacted
        : compactContent(
            compacted.filter(({ type }) => type === 'text'),
            '\n',
          );
    const sentText =
      typeof text === 'string' && text.trim() === '' && !this.options.profile.emptyResults ? '[no output]' : text;
    const resultContent = media.length > 0 && text.length === 0 ? '[see the next user message]' : sentText;
    this.#push({
      role: 'tool',
      tool_call_id: this.#idOf(callId),
      content: isError ? `Error: ${String(resultContent)}` : resultContent,
    });
    if (media.length > 0)
      this.#deferredMedia.push({ type: 'text', text: `From the result of tool call ${this.#idOf(callId)}:` }, ...media);
  }

  #flushDeferredMedia(): void {
    if (this.#deferredMedia.length === 0) return;
    const content = this.#deferredMedia;
    this.#deferredMedia = [];
    this.#addUser(content);
  }
}

/** Moves the last instructions into a user message where the conversation has none. */
function withUser(messages: JsonObject[]): JsonObject[] {
  if (messages.some(({ role }) => role === 'user')) return messages;
  const last = messages.findLastIndex(({ role }) => role === 'system' || role === 'developer');
  return messages.map((message, index) => (index === last ? { ...message, role: 'user' } : message));
}

/** Returns the reasoning text only without an upstream signature: text next to a signature passed through a client. */
function readableReasoning(part: Part): string {
  return part.type === 'reasoning' && (part.signature === undefined || part.signature.signer === 'local')
    ? part.text
    : '';
}

/** Engines parse the arguments of earlier calls again and reject the request because of a truncated one. */
function jsonObjectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Falls through: invalid JSON is sent to the model as text.
  }
  return text.trim() === '' ? '{}' : JSON.stringify({ [customToolInput]: text });
}
