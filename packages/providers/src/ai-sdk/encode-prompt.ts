import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import {
  customToolInput,
  markedInstruction,
  type Message,
  isObject,
  parseExactly,
  type Part,
  type ToolCallPart,
  type ToolNames,
  type ToolResultPart,
  type Warning,
  withInstructionsInResults,
} from '@org/engine';
import { separateParts } from '../shared/separate-parts.js';
import { MediaEncoder, type SupportedUrls } from './encode-media.js';
import { verifySignature, toProviderOptions, type Signer, type SignatureMetadata } from './metadata-signature.js';

export interface PromptOptions {
  readonly names: ToolNames;
  readonly supportedUrls: SupportedUrls;
  /** Signer whose signatures are opened. */
  readonly signer: Signer;
  readonly warnings: Warning[];
}

/** Encodes the conversation as a prompt. Adds omitted content to `warnings`. */
export function encodePrompt(messages: readonly Message[], options: PromptOptions): LanguageModelV4Prompt {
  const encoder = new PromptEncoder(options);
  for (const message of withInstructionsInResults(messages)) encoder.add(message);
  return encoder.prompt;
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

class PromptEncoder {
  readonly prompt: LanguageModelV4Prompt = [];
  readonly #media: MediaEncoder;
  /** Tool names by call id: a result must repeat the name of its call. */
  readonly #callNames = new Map<string, string>();

  constructor(readonly options: PromptOptions) {
    this.#media = new MediaEncoder(options.supportedUrls, options.warnings);
  }

  add({ role, parts }: Message): void {
    const results = parts.filter((part) => part.type === 'tool-result');
    if (results.length > 0) this.prompt.push({ role: 'tool', content: results.map((result) => this.#result(result)) });
    switch (role) {
      case 'system':
      case 'developer':
        this.#addSystem(
          this.#content(parts)
            .map((part) => (part.type === 'text' ? part.text : ''))
            .join('\n'),
        );
        return;
      case 'assistant': {
        const content = this.#assistant(parts);
        if (content.length > 0) this.prompt.push({ role: 'assistant', content });
        return;
      }
      case 'user':
      case 'tool': {
        const content = this.#content(parts);
        if (content.length === 0 && (role === 'tool' || results.length > 0)) return;
        this.#addUser(content.length === 0 ? [{ type: 'text', text: '' }] : content);
        return;
      }
    }
  }

  /** Packages accept system messages only at the start; later ones are sent as marked text in the user's turn. */
  #addSystem(text: string): void {
    if (text === '') return; // The message changed settings and has no text.
    if (this.prompt.every(({ role }) => role === 'system')) this.prompt.push({ role: 'system', content: text });
    else this.#addUser([{ type: 'text', text: markedInstruction(text) }]);
  }

  /** Chat templates that allow no system message in between allow no two user messages in a row either. */
  #addUser(content: UserContent): void {
    const last = this.prompt.at(-1);
    if (last?.role === 'user') last.content.push(...content);
    else this.prompt.push({ role: 'user', content });
  }

  #content(parts: readonly Part[], container: 'message' | 'result' = 'message'): UserContent {
    const content: UserContent = [];
    for (const part of parts) {
      if (part.type === 'text') content.push({ type: 'text', text: part.text });
      else if (part.type === 'media') content.push(this.#media.encode(part, container));
      else if (part.type === 'opaque') {
        if (part.text !== undefined) content.push({ type: 'text', text: part.text });
        else
          this.options.warnings.push({
            kind: 'dropped',
            param: 'messages',
            message: `The service does not send '${part.apiType}' to the model.`,
            part,
          });
      }
    }
    return content;
  }

  #assistant(parts: readonly Part[]): AssistantContent {
    const content: AssistantContent = [];
    const signatures = this.#callSignatures(parts);
    for (const part of separateParts(parts)) {
      switch (part.type) {
        case 'reasoning': {
          const encrypted =
            part.signature === undefined ? undefined : verifySignature(part.signature, this.options.signer);
          // A signature of another model of the package is meaningless for this model.
          const text =
            part.signature === undefined || part.signature.signer === 'local' ? part.text : (encrypted?.text ?? '');
          if (text !== '' || encrypted?.metadata !== undefined)
            content.push({ type: 'reasoning', text, ...toProviderOptions(encrypted?.metadata) });
          if (encrypted?.answer !== undefined) withSignature(content, encrypted.answer);
          break;
        }
        case 'tool-call':
          content.push(this.#call(part, signatures.get(part.callId)));
          break;
        case 'text':
        case 'media':
        case 'opaque':
          content.push(...this.#content([part]));
          break;
        case 'tool-result':
          // Tool results are a separate message.
          break;
      }
    }
    return content;
  }

  #callSignatures(parts: readonly Part[]): ReadonlyMap<string, SignatureMetadata> {
    const signatures = new Map<string, SignatureMetadata>();
    for (const part of parts) {
      if (part.type !== 'reasoning' || part.signature === undefined) continue;
      for (const [callId, signatureData] of Object.entries(
        verifySignature(part.signature, this.options.signer)?.calls ?? {},
      ))
        signatures.set(callId, signatureData);
    }
    return signatures;
  }

  #call(
    { callId, name, namespace, kind, argumentsText }: ToolCallPart,
    signatureData: SignatureMetadata | undefined,
  ): AssistantContent[number] {
    const toolName = this.options.names.toApiName(name, namespace);
    this.#callNames.set(callId, toolName);
    const input = kind === 'custom' ? { [customToolInput]: argumentsText } : inputOf(argumentsText);
    return { type: 'tool-call', toolCallId: callId, toolName, input, ...toProviderOptions(signatureData) };
  }

  #result({ callId, content, isError = false }: ToolResultPart): LanguageModelV4ToolResultPart {
    return {
      type: 'tool-result',
      toolCallId: callId,
      toolName: this.#callNames.get(callId) ?? 'tool',
      output: this.#output(content, isError),
    };
  }

  #output(content: ToolResultPart['content'], isError: boolean): LanguageModelV4ToolResultOutput {
    const parts = this.#content(content, 'result');
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    if (texts.length === parts.length) return { type: isError ? 'error-text' : 'text', value: texts.join('\n') };
    // Content results cannot carry an error flag.
    return { type: 'content', value: [...(isError ? [{ type: 'text' as const, text: 'Error:' }] : []), ...parts] };
  }
}

/** Attaches a signature to the preceding text; a signature that arrived without text returns without text. */
function withSignature(content: AssistantContent, signatureData: SignatureMetadata): void {
  const last = content.at(-1);
  if (last?.type === 'text') content.pop();
  content.push({ type: 'text', text: last?.type === 'text' ? last.text : '', ...toProviderOptions(signatureData) });
}

/**
 * Parses the arguments of an earlier call for packages to serialize again; numbers keep their digits. Text that is no
 * JSON object, because the call was truncated, is returned as text.
 */
function inputOf(argumentsText: string): unknown {
  try {
    const value: unknown = parseExactly(argumentsText);
    if (isObject(value)) return value;
  } catch {
    // Falls through.
  }
  return argumentsText.trim() === '' ? {} : { [customToolInput]: argumentsText };
}
