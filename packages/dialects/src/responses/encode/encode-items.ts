// Messages to input items: the inverse of `decode-items.ts`.
import type {
  JsonObject,
  Message,
  Part,
  ReasoningPart,
  ReasoningSignature,
  ToolCallPart,
  ToolResultPart,
} from '@org/engine';
import { summaryOf } from '../decode/decode-reasoning.js';
import { encodeContentList } from './encode-content.js';
import { isNamed, writeSignature } from '../../shared/signature-text.js';
import { passthroughFieldsOf } from '../extensions.js';
import { groupParts, isMessage, type PartGroup } from './group-parts.js';
import { convertServerToolItems } from '../mcp/convert-server-tool-items.js';
import { withOriginalScreenshot } from './with-original-screenshot.js';

/** The items that `decodeItems` reads back as `messages`. */
export function encodeItems(messages: readonly Message[]): JsonObject[] {
  return messages.flatMap((message): JsonObject[] => {
    switch (message.role) {
      case 'assistant':
      case 'tool':
        return groupParts(convertServerToolItems(message.parts))
          .map(encodeGroup)
          .filter((item) => item !== undefined);
      case 'system':
      case 'developer':
      case 'user':
        return encodeMessage(message);
    }
  });
}

/** Encodes a message that is one item, or items without neutral meaning among the client's messages. */
function encodeMessage(message: Message): JsonObject[] {
  const { item, reference, plain: asPlainText, typeless } = passthroughFieldsOf(message.extensions);
  if (reference !== undefined) return [reference];
  const original =
    item === undefined ? message.parts.filter((part) => part.type === 'opaque' && part.dialect === 'responses') : [];
  if (original.length > 0 && original.length === message.parts.length)
    return original.map(originalItem).filter((opaque) => opaque !== undefined);
  const content = asPlainText === true ? plainText(message.parts) : encodeContentList(message.parts, 'input_text');
  return [{ ...(typeless !== true && { type: 'message' }), role: message.role, content, ...item }];
}

function encodeGroup({ parts }: PartGroup): JsonObject | undefined {
  const [first] = parts;
  const { item, reference, original, plain: asPlainText, typeless } = passthroughFieldsOf(first.extensions);
  if (reference !== undefined) return reference;
  if (original !== undefined) return withOriginalScreenshot(original, first);
  if (isMessage(first)) {
    const content = asPlainText === true ? plainText(parts) : encodeContentList(parts, 'output_text');
    return { ...(typeless !== true && { type: 'message' }), role: 'assistant', content, ...item };
  }
  switch (first.type) {
    case 'reasoning':
      return { ...reasoningMembers(first), ...item };
    case 'tool-call':
      return { ...callMembers(first), ...item };
    case 'tool-result':
      return { ...resultMembers(first), ...item };
    case 'media':
    case 'text':
      return { type: 'message', role: 'assistant', content: encodeContentList(parts, 'output_text') };
    case 'opaque':
      return originalItem(first);
  }
}

/** An opaque part as the item that it was. Blocks of another dialect are no items. */
function originalItem(part: Part): JsonObject | undefined {
  if (part.type !== 'opaque' || part.dialect !== 'responses') return undefined;
  return passthroughFieldsOf(part.extensions).reference ?? part.value;
}

/** Members of a reasoning item from its neutral fields alone. */
function reasoningMembers(part: ReasoningPart) {
  const { signature, author } = part;
  return {
    type: 'reasoning' as const,
    summary: summaryOf(part.text),
    ...(signature !== undefined && hasSignature(signature) && { encrypted_content: writeSignature(signature, author) }),
  };
}

/**
 * Whether a reasoning item of this API can carry the signature. It cannot carry a messages signature, unless it has
 * its signer's name: then it goes back there, over any API.
 */
export function hasSignature(signature: ReasoningSignature): boolean {
  return signature.form !== 'signature' || isNamed(signature);
}

/** Members of a call from its neutral fields alone. */
export function callMembers(part: ToolCallPart) {
  const namespace = part.namespace === undefined ? {} : { namespace: part.namespace };
  return part.kind === 'function'
    ? {
        type: 'function_call' as const,
        call_id: part.callId,
        name: part.name,
        ...namespace,
        arguments: part.argumentsText,
      }
    : {
        type: 'custom_tool_call' as const,
        call_id: part.callId,
        name: part.name,
        ...namespace,
        input: part.argumentsText,
      };
}

/** Members of an output from its neutral fields alone. */
export function resultMembers(part: ToolResultPart) {
  return {
    type: part.kind === 'function' ? ('function_call_output' as const) : ('custom_tool_call_output' as const),
    call_id: part.callId,
    output:
      passthroughFieldsOf(part.extensions).plain === true
        ? plainText(part.content)
        : encodeContentList(part.content, 'input_text'),
  };
}

function plainText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
