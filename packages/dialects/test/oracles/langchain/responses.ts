// LangChain and a response: what it shows, and what it must show.
import type { AIMessageChunk } from '@langchain/core/messages';
import type { Annotation, Response, ResponseOutputItem } from '@org/protocol/responses';
import type { Form } from '../form.js';
import { parsed, without, payloadText } from '../payload-text.js';
import { sdkToolCalls, sdkUsage, type SdkToolCall, type SdkUsage } from './sdk-result.js';

export interface SdkResponse {
  readonly id: string | undefined;
  readonly text: string;
  readonly annotations: unknown;
  readonly reasoning: string;
  readonly refusal: string | undefined;
  readonly calls: readonly SdkToolCall[];
  /** The last reasoning item, to be sent back. */
  readonly reasoningItem: unknown;
  /** Items of tools that the server ran. */
  readonly hosted: readonly unknown[];
  readonly usage: SdkUsage;
  /** Members of the response, including its output, as the client stores them. */
  readonly members: unknown;
}

/**
 * Item types that it stores of a stream: its code has the list. Of JSON it stores everything without a dedicated
 * field.
 */
const streamed: ReadonlySet<string> = new Set([
  'computer_call',
  'image_generation_call',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'shell_call',
  'local_shell_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'tool_search_call',
  'tool_search_output',
  'custom_tool_call',
]);

/** Item types with a dedicated field in a JSON response. */
const positionFields: ReadonlySet<string> = new Set([
  'message',
  'function_call',
  'reasoning',
  'custom_tool_call',
  'computer_call',
]);

/** Members of the response that the client stores of a JSON response. It stores all of a stream. */
const stored = [
  'model',
  'created_at',
  'id',
  'incomplete_details',
  'metadata',
  'object',
  'output',
  'status',
  'user',
  'service_tier',
];

export function viewOfResponse(response: Response, form: Form): SdkResponse {
  const { output, usage } = response;
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const texts = parts.flatMap((part) => (part.type === 'output_text' ? [part] : []));
  const reasoning = output.flatMap((item) => (item.type === 'reasoning' ? [item] : []));
  const refusals = parts.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : []));
  return {
    id: response.id,
    text: texts.map(({ text }) => text).join(''),
    annotations: texts.flatMap(({ annotations }) => annotations.map(viewOfAnnotation)),
    reasoning: reasoning.flatMap(({ summary }) => summary.map(({ text }) => text)).join(''),
    refusal: refusals.at(-1),
    calls: output.flatMap(callsOf),
    reasoningItem: payloadText(viewOfReasoning(reasoning.at(-1), form)),
    hosted: output
      .filter(({ type }) => (form === 'json' ? !positionFields.has(String(type)) : streamed.has(String(type))))
      .map(payloadText),
    usage: {
      input: usage?.input_tokens ?? 0,
      output: usage?.output_tokens ?? 0,
      total: usage?.total_tokens ?? 0,
      cacheRead: usage?.input_tokens_details?.cached_tokens ?? 0,
      cacheWrite: usage?.input_tokens_details?.cache_write_tokens ?? 0,
      reasoning: usage?.output_tokens_details?.reasoning_tokens ?? 0,
    },
    members: payloadText(form === 'json' ? Object.fromEntries(stored.map((key) => [key, response[key]])) : response),
  };
}

function viewOfReasoning(item: Extract<ResponseOutputItem, { type: 'reasoning' }> | undefined, form: Form): object {
  if (item === undefined || form === 'json') return { ...item };
  const { type, id, summary, encrypted_content } = item;
  return { type, id, summary, encrypted_content };
}

/**
 * Free-form input is wrapped into an object, as the client's tools expect it; a call with truncated arguments is left
 * out.
 */
function callsOf(item: ResponseOutputItem): SdkToolCall[] {
  if (item.type === 'custom_tool_call') return [{ id: item.call_id, name: item.name, input: { input: item.input } }];
  if (item.type !== 'function_call') return [];
  const input = parsed(item.arguments);
  return typeof input === 'string' ? [] : [{ id: item.call_id, name: item.name, input }];
}

function viewOfAnnotation(annotation: Annotation): unknown {
  switch (annotation.type) {
    case 'url_citation': {
      const { url, title, start_index, end_index } = annotation;
      return { type: 'citation', source: annotation.type, url, title, start_index, end_index };
    }
    case 'file_citation':
      return {
        type: 'citation',
        source: annotation.type,
        title: annotation.filename,
        start_index: annotation.index,
        file_id: annotation.file_id,
      };
    case 'container_file_citation': {
      const { filename, start_index, end_index, file_id, container_id } = annotation;
      return {
        type: 'citation',
        source: annotation.type,
        title: filename,
        start_index,
        end_index,
        file_id,
        container_id,
      };
    }
    case 'file_path':
      return { type: 'citation', source: annotation.type, start_index: annotation.index, file_id: annotation.file_id };
    default:
      return { type: 'non_standard', value: payloadText(annotation) };
  }
}

export function sdkResponseOf(message: AIMessageChunk, form: Form, expected: SdkResponse): SdkResponse {
  const { reasoning, tool_outputs, refusal } = message.additional_kwargs as {
    reasoning?: object;
    tool_outputs?: object[];
    refusal?: string;
  };
  const blocks = Array.isArray(message.content)
    ? message.content.map((block): Record<string, unknown> => ({ ...block }))
    : [];
  return {
    id: message.id,
    text: message.text,
    annotations: blocks.flatMap(({ annotations }) => (Array.isArray(annotations) ? annotations.map(payloadText) : [])),
    reasoning: blocks.map(({ type, reasoning: text }) => (type === 'reasoning' ? String(text) : '')).join(''),
    refusal,
    calls: sdkToolCalls(message, expected.calls),
    reasoningItem: payloadText(joinedReasoning(reasoning ?? {}, form)),
    hosted: (tool_outputs ?? []).map(payloadText),
    usage: sdkUsage(message.usage_metadata),
    members: payloadText(membersOf(message, form)),
  };
}

/** Both forms add names of their own. A stream reports the model twice, and the client concatenates the two. */
function membersOf({ id, response_metadata }: AIMessageChunk, form: Form): object {
  const { model_name, ...members } = response_metadata as { model_name?: string };
  const own = without(members, 'model_provider', 'tool_outputs', 'estimatedTokenUsage');
  return form === 'json' ? own : { ...own, id, model: model_name };
}

/** The parts of a streamed summary have numbers. */
function joinedReasoning(reasoning: object, form: Form): object {
  const { summary }: { summary?: readonly object[] } = reasoning;
  return form === 'json' || summary === undefined
    ? reasoning
    : { ...reasoning, summary: summary.map((part) => without(part, 'index')) };
}
