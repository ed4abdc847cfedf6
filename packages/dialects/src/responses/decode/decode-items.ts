// Decodes input items to messages: consecutive items of the model become one assistant message, consecutive outputs
// one tool message.
import type { Message, OpaquePart, Part, Warning } from '@org/engine';
import { toExtensions, withItem } from '../extensions.js';
import { decodeItem, type DecodedItem } from './decode-item.js';
import type { DecryptContent } from './decode-reasoning.js';
import { pathOf, pathOfContent, type ResolvedItem } from './resolve-items.js';

/** The messages of the input, and the warnings for what a model cannot see. */
export interface DecodedItems {
  readonly messages: readonly Message[];
  readonly warnings: readonly Warning[];
}

/** Decodes resolved items in order. `servesTools`: their records of MCP server tools take effect. */
export function decodeItems(items: readonly ResolvedItem[], open: DecryptContent, servesTools = false): DecodedItems {
  const messages: OpenMessage[] = [];
  const warnings: Warning[] = [];
  for (const resolved of items) {
    const decoded = restoreReference(decodeItem(resolved.item, open, resolved), resolved);
    if (decoded.settings === undefined) warnUnsupported(decoded.parts, resolved, servesTools, warnings);
    append(messages, decoded);
  }
  return { messages, warnings };
}

/** The messages of items that were decoded before and do not change. */
export function joinItems(items: readonly DecodedItem[]): readonly Message[] {
  const messages: OpenMessage[] = [];
  for (const item of items) append(messages, { ...item, parts: [...item.parts] });
  return messages;
}

interface OpenMessage extends Message {
  readonly parts: Part[];
}

function append(messages: OpenMessage[], decoded: DecodedItem): void {
  const last = messages.at(-1);
  const isAppended = decoded.role === 'assistant' || decoded.role === 'tool';
  if (isAppended && last?.role === decoded.role) {
    for (const part of decoded.parts) last.parts.push(part);
    return;
  }
  const { role, parts, message, settings } = decoded;
  const appended: OpenMessage =
    message === undefined ? { role, parts } : { role, parts, extensions: toExtensions(message) };
  messages.push(settings === undefined ? appended : { ...appended, settings });
}

/** An item that was referred to goes back as the reference. */
function restoreReference(decoded: DecodedItem, { reference }: ResolvedItem): DecodedItem {
  if (reference === undefined) return decoded;
  if (decoded.message !== undefined) return { ...decoded, message: { ...decoded.message, reference } };
  const [first, ...others] = decoded.parts;
  return first === undefined ? decoded : { ...decoded, parts: [withItem(first, { reference }), ...others] };
}

/** Warns of parts that reach no model: their text cannot be decrypted here, or there is none. */
function warnUnsupported(
  parts: readonly Part[],
  resolved: ResolvedItem,
  servesTools: boolean,
  warnings: Warning[],
): void {
  for (let nth = 0; nth < parts.length; nth += 1) {
    const part = parts[nth];
    switch (part?.type) {
      case 'opaque':
        if (isUnsupported(part) && !(servesTools && part.serverTool !== undefined))
          warnings.push(unsupportedItemWarning(part, pathOfContent(resolved.item, pathOf(resolved), nth)));
        break;
      case 'tool-result':
        for (const [inside, content] of part.content.entries())
          if (content.type === 'opaque' && isUnsupported(content))
            warnings.push(unsupportedItemWarning(content, `${pathOf(resolved)}.output.${inside}`));
        break;
      case 'reasoning':
        if (part.text !== '' || part.signature?.signer !== 'foreign') break;
        warnings.push({
          kind: 'dropped',
          param: `${pathOf(resolved)}.encrypted_content`,
          message:
            'The service cannot decrypt reasoning that another service encrypted and does not send it to the model.',
        });
        break;
      default:
        break;
    }
  }
}

function isUnsupported({ text, toolChanges }: OpaquePart): boolean {
  return text === undefined && toolChanges === undefined;
}

function unsupportedItemWarning({ apiType }: OpaquePart, param: string): Warning {
  return { kind: 'dropped', param, message: `The service does not send '${apiType}' to the model.` };
}
