// Encodes the items of a response. The stream and the JSON response both build their items here, so they agree.
import {
  type JsonObject,
  type MediaPart,
  type OpaquePart,
  type Part,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  type Citation,
  textOf,
} from '@org/engine';
import type { Annotation, ItemStatus, ResponseOutputContent, ResponseOutputItem } from '@org/protocol/responses';
import { verbatim } from '../../shared/json-of.js';
import { writeServiceSignature, writeSignature } from '../../shared/signature-text.js';
import { clientCallMembers, clientToolCalled, type OfferedClientTool } from '../client-tools/client-tools.js';
import { encryptSummary } from '../encrypt-summary.js';
import { passthroughFieldsOf } from '../extensions.js';
import { outputItemId } from '../item-ids.js';
import { encodeLogprobs } from '../logprobs.js';
import { callMembers, hasSignature, resultMembers } from './encode-items.js';
import { encodeContentList } from './encode-content.js';
import { isMessage, type PartGroup } from './group-parts.js';
import { omitOptionalNulls } from './omit-optional-nulls.js';
import { reasoningTexts } from './reasoning-texts.js';
import { isImage } from './to-encodable-part.js';

/** What the items of one response have in common. */
export interface OutputFrame {
  readonly responseId: string;
  /** Encrypts and signs reasoning for the client to send back. Absent: it was not requested. */
  readonly encrypt?: (text: string) => string;
  /** Encrypts and signs a summary of the conversation, which only this service can decrypt. */
  readonly encryptSummary: (text: string) => string;
  /** Send the model's own wording along with the summary. */
  readonly rawReasoning: boolean;
  /** The client tools: their calls have item types of their own. */
  readonly clientTools: readonly OfferedClientTool[];
}

/** The item of a group; undefined where this API has no item type. `status` applies to an item without its own. */
export function encodeOutputItem(
  group: PartGroup,
  status: ItemStatus,
  frame: OutputFrame,
): ResponseOutputItem | undefined {
  const [first] = group.parts;
  if (isMessage(first)) return messageItem(group, status, frame);
  switch (first.type) {
    case 'text':
      return messageItem(group, status, frame);
    case 'reasoning':
      return reasoningItem(first, group.index, status, frame);
    case 'tool-call':
      return callItem(first, group.index, status, frame);
    case 'tool-result':
      return resultItem(first, group.index, status, frame);
    case 'media':
      return imageItem(first, group.index, status, frame);
    case 'opaque':
      return verbatimItem(first, group.index, frame);
  }
}

/** A content part of a message as its events and its item carry it. */
export function encodeOutputText(part: TextPart): ResponseOutputContent {
  const { content } = passthroughFieldsOf(part.extensions);
  if (part.refusal === true) return { type: 'refusal', refusal: part.text, ...content };
  const logprobs = encodeLogprobs(part.logprobs ?? []);
  // Text that arrived without `logprobs` stays without them.
  const stated = logprobs.length > 0 || content?.['annotations'] === undefined ? { logprobs } : {};
  return {
    type: 'output_text',
    text: part.text,
    annotations: (part.citations ?? []).flatMap((citation) => annotationOf(citation, part.text) ?? []),
    ...stated,
    ...content,
  };
}

/** Undefined for a passage of a document in the request, which this API does not cite. */
function annotationOf(citation: Citation, text: string): Annotation | undefined {
  const { start = 0, end = text.length } = citation;
  switch (citation.type) {
    case undefined:
      return {
        type: 'url_citation',
        url: citation.url,
        title: citation.title ?? citation.url,
        start_index: start,
        end_index: end,
      };
    case 'file':
      return { type: 'file_citation', file_id: citation.fileId, filename: citation.filename, index: end };
    case 'container-file':
      return {
        type: 'container_file_citation',
        container_id: citation.containerId,
        file_id: citation.fileId,
        filename: citation.filename,
        start_index: start,
        end_index: end,
      };
    case 'document':
    case 'search-result':
      return undefined;
  }
}

/**
 * Id and status of an item. An item that arrived over the API retains its id, and its status or the lack of one; a
 * truncated item is marked as such.
 */
function headOf<const Type extends string>(
  part: Part,
  type: Type,
  index: number,
  status: ItemStatus,
  frame: OutputFrame,
) {
  const id = passthroughFieldsOf(part.extensions).item?.['id'];
  return typeof id === 'string' && id !== ''
    ? { id, type, ...(status === 'incomplete' && { status }) }
    : { id: outputItemId(type, frame.responseId, index), type, status };
}

function messageItem({ index, parts }: PartGroup, status: ItemStatus, frame: OutputFrame): ResponseOutputItem {
  const content = parts.flatMap((part): ResponseOutputContent[] =>
    part.type === 'text' ? [encodeOutputText(part)] : encodeContentList([part], 'output_text').map(verbatim),
  );
  return {
    status,
    ...headOf(parts[0], 'message', index, status, frame),
    role: 'assistant',
    content,
    ...passthroughFieldsOf(parts[0].extensions).item,
  };
}

function reasoningItem(part: ReasoningPart, index: number, status: ItemStatus, frame: OutputFrame): ResponseOutputItem {
  const { summary, content } = reasoningTexts(part, frame.rawReasoning);
  const encryptedText = signatureOf(part) ?? encrypted(part, frame);
  return {
    ...headOf(part, 'reasoning', index, status, frame),
    ...passthroughFieldsOf(part.extensions).item,
    summary: [...summary],
    ...(content.length > 0 && { content: [...content] }),
    ...(encryptedText !== undefined && { encrypted_content: encryptedText }),
  };
}

function signatureOf({ signature, author }: ReasoningPart): string | undefined {
  return signature !== undefined && hasSignature(signature) ? writeSignature(signature, author) : undefined;
}

function encrypted({ text, author }: ReasoningPart, { encrypt }: OutputFrame): string | undefined {
  return text === '' || encrypt === undefined ? undefined : writeServiceSignature(encrypt(text), author);
}

function callItem(part: ToolCallPart, index: number, status: ItemStatus, frame: OutputFrame): ResponseOutputItem {
  const { item, original } = passthroughFieldsOf(part.extensions);
  if (original !== undefined) return originalItem(original, index, frame);
  const client = clientToolCalled(part, frame.clientTools);
  if (client !== undefined)
    return verbatim({
      ...headOf(part, client.kind.callType, index, status, frame),
      ...clientCallMembers(part, client),
      status: statusFor(client.kind.callType, status),
    });
  const members = callMembers(part);
  return members.type === 'function_call'
    ? { ...headOf(part, members.type, index, status, frame), ...members, ...item }
    : { ...headOf(part, members.type, index, status, frame), ...members, ...item };
}

/** A file change has no status for truncation: it never was completed. */
function statusFor(itemType: string, status: ItemStatus): ItemStatus {
  return itemType === 'apply_patch_call' && status === 'incomplete' ? 'in_progress' : status;
}

/** Whether a call has an item type of its own, and whether that item is known before the arguments are. */
export function clientCallForm(part: ToolCallPart, { clientTools }: OutputFrame): 'known' | 'made' | undefined {
  if (passthroughFieldsOf(part.extensions).original !== undefined) return 'known';
  return clientToolCalled(part, clientTools) === undefined ? undefined : 'made';
}

/** The output of a tool that ran at the server: the turn went on after it. */
function resultItem(part: ToolResultPart, index: number, status: ItemStatus, frame: OutputFrame): ResponseOutputItem {
  const { item, original } = passthroughFieldsOf(part.extensions);
  if (original !== undefined) return originalItem(original, index, frame);
  const { type, call_id, output } = resultMembers(part);
  const content = typeof output === 'string' ? output : output.map(verbatim);
  return type === 'function_call_output'
    ? { status, ...headOf(part, type, index, status, frame), call_id, output: content, ...item }
    : { status, ...headOf(part, type, index, status, frame), call_id, output: content, ...item };
}

/** An image that the model made. Other media have no item type in this API, see `sayable`. */
function imageItem(
  part: MediaPart,
  index: number,
  status: ItemStatus,
  frame: OutputFrame,
): ResponseOutputItem | undefined {
  if (part.source.type !== 'base64' || !isImage(part)) return undefined;
  const { id, type } = headOf(part, 'image_generation_call', index, status, frame);
  return { id, type, status: 'completed', result: part.source.data };
}

/** Blocks of another dialect are no items. */
function verbatimItem(part: OpaquePart, index: number, frame: OutputFrame): ResponseOutputItem | undefined {
  if (part.dialect !== 'responses') return undefined;
  return originalItem(
    isUnencrypted(part) ? { ...part.value, encrypted_content: encryptSummary(part, frame.encryptSummary) } : part.value,
    index,
    frame,
  );
}

/** An item as received, except for meaningless nulls; adds a missing id. */
function originalItem(item: JsonObject, index: number, frame: OutputFrame): ResponseOutputItem {
  const value = omitOptionalNulls(item);
  return verbatim(
    typeof value['id'] === 'string'
      ? value
      : { id: outputItemId(textOf(item['type']), frame.responseId, index), ...value },
  );
}

/** A summary that this response created and that is not signed yet. */
function isUnencrypted(part: OpaquePart): part is OpaquePart & { readonly text: string } {
  return part.apiType === 'compaction' && part.text !== undefined && part.value['encrypted_content'] === undefined;
}
