import type { JsonObject } from '../../model/json.js';
import type { Message } from '../../model/message.js';
import type { Part, ToolCallPart, ToolResultPart } from '../../model/part.js';
import type { Warning } from '../../model/warning.js';
import type { CapabilityProfile } from './capability-profile.js';
import { compactContent, ContentEncoder } from './encode-content.js';
import { customToolInput } from '../../model/free-text-input.js';
import type { ToolNames } from '../../model/tool-names.js';

/** The conversation as the wire wants it. Notes in `warnings` what could not go along. */
export function encodeMessages(messages: readonly Message[], names: ToolNames, profile: CapabilityProfile, warnings: Warning[]): JsonObject[] {
  const encoder = new MessageEncoder(names, profile, warnings);
  for (const message of messages) encoder.add(message);
  return encoder.finish();
}

class MessageEncoder {
  readonly #out: JsonObject[] = [];
  readonly #content: ContentEncoder;
  /** Media of tool results: a `tool` message holds text only, so they follow the whole group in a user message. */
  #rehomed: JsonObject[] = [];

  constructor(
    readonly names: ToolNames,
    readonly profile: CapabilityProfile,
    warnings: Warning[],
  ) {
    this.#content = new ContentEncoder(profile, warnings);
  }

  add(message: Message): void {
    const results = message.parts.filter((part) => part.type === 'tool-result');
    if (results.length === 0) this.#flushRehomed();
    for (const result of results) this.#addResult(result);
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
        if (content.length === 0 && (message.role === 'tool' || results.length > 0)) return;
        this.#flushRehomed();
        this.#addUser(content);
        return;
      }
    }
  }

  finish(): JsonObject[] {
    this.#flushRehomed();
    return this.#out;
  }

  #addSystem({ role, parts }: Message): void {
    const text = this.#content.encode(parts).map((part) => (part['type'] === 'text' ? part['text'] : '')).join('\n');
    if (text === '') return; // It changed settings, and says nothing.
    if (this.profile.systemMessages === 'anywhere') {
      this.#out.push({ role: role === 'developer' && this.profile.developerRole ? 'developer' : 'system', content: text });
      return;
    }
    const last = this.#out.at(-1);
    if (last === undefined) this.#out.push({ role: 'system', content: text });
    else if (last['role'] === 'system') this.#out[this.#out.length - 1] = { role: 'system', content: `${String(last['content'])}\n\n${text}` };
    // Later on it speaks through the user's turn, marked, because that is the one place every chat template allows.
    else this.#addUser([{ type: 'text', text: `<system>\n${text}\n</system>` }]);
  }

  /** Templates that allow no system message in between allow no two user messages in a row either. */
  #addUser(content: readonly JsonObject[]): void {
    const last = this.#out.at(-1);
    if (this.profile.systemMessages === 'leading' && last?.['role'] === 'user') {
      const before = last['content'];
      const parts = Array.isArray(before) ? (before as readonly JsonObject[]) : [{ type: 'text', text: String(before) }];
      this.#out[this.#out.length - 1] = { role: 'user', content: compactContent([...parts, ...content], '\n') };
      return;
    }
    this.#out.push({ role: 'user', content: compactContent(content, '\n') });
  }

  #addAssistant(parts: readonly Part[]): void {
    const calls = parts.filter((part) => part.type === 'tool-call');
    const text = compactContent(this.#content.encode(parts), '');
    const { reasoningFields, wantsReasoningBack } = this.profile;
    const said = reasoningFields.length === 0 ? '' : parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
    if (text.length === 0 && calls.length === 0 && said === '') return;
    // An empty text would be refused like none.
    const reasoning = said === '' && wantsReasoningBack ? ' ' : said;
    this.#out.push({
      role: 'assistant',
      // Some templates print a null content as the word; an empty string next to calls is refused by others.
      content: text.length === 0 && calls.length > 0 ? null : text,
      ...(reasoning === '' ? {} : Object.fromEntries(reasoningFields.map((field) => [field, reasoning]))),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => this.#call(call)) }),
    });
  }

  #call({ callId, name, namespace, kind, argumentsText }: ToolCallPart): JsonObject {
    return {
      id: callId,
      type: 'function',
      function: { name: this.names.toWire(name, namespace), arguments: kind === 'custom' ? JSON.stringify({ [customToolInput]: argumentsText }) : jsonObjectText(argumentsText) },
    };
  }

  #addResult({ callId, content, isError = false }: ToolResultPart): void {
    const parts = this.#content.encode(content);
    const media = parts.filter(({ type }) => type !== 'text');
    const text = compactContent(parts.filter(({ type }) => type === 'text'), '\n');
    const note = media.length > 0 && text.length === 0 ? '[see the next user message]' : text;
    this.#out.push({ role: 'tool', tool_call_id: callId, content: isError ? `Error: ${String(note)}` : note });
    if (media.length > 0) this.#rehomed.push({ type: 'text', text: `From the result of tool call ${callId}:` }, ...media);
  }

  #flushRehomed(): void {
    if (this.#rehomed.length === 0) return;
    const content = this.#rehomed;
    this.#rehomed = [];
    this.#addUser(content);
  }
}

/** Engines parse the arguments of earlier calls again and refuse the request over a call that was cut short. */
function jsonObjectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Falls through: what is no JSON is shown to the model as text.
  }
  return text.trim() === '' ? '{}' : JSON.stringify({ [customToolInput]: text });
}
