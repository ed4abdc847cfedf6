// What the AI SDK must show of a response: derived from the response alone, never from our bytes.
import type { Response, ResponseOutputItem } from '@org/protocol/responses';
import { tagText } from '@org/protocol/schema';
import type { Form } from '../form.js';
import { parsed, payloadText } from '../payload-text.js';
import type { SdkResult, SdkPart } from './sdk-result.js';

/** `reports` are the errors that a stream of the response is known to report: after one of them, it ends as failed. */
export function viewOfResponse(response: Response, form: Form, reports: readonly RegExp[] = []): SdkResult {
  const { usage, output } = response;
  return {
    id: response.id,
    model: response.model,
    createdAt: response.created_at,
    parts: output.flatMap((item) => partsOf(item, form)),
    sources: sourcesOf(output),
    finish: reports.length > 0 ? { unified: 'error', raw: undefined } : finishOf(response),
    input: {
      total: usage?.input_tokens ?? 0,
      cacheRead: usage?.input_tokens_details?.cached_tokens ?? 0,
      cacheWrite: usage?.input_tokens_details?.cache_write_tokens ?? 0,
    },
    output: { total: usage?.output_tokens ?? 0, reasoning: usage?.output_tokens_details?.reasoning_tokens ?? 0 },
    usage: payloadText(usage ?? {}),
    metadataFields: payloadText({
      response_id: response.id,
      service_tier: response.service_tier,
      reasoning_context: response.reasoning?.['context'],
      prompt_cache_diagnostics: response.prompt_cache_diagnostics,
      ...logprobsOf(output),
    }),
    errors: reports.map((error): string => expect.stringMatching(error)),
  };
}

function finishOf({ incomplete_details, output }: Response): SdkResult['finish'] {
  const raw = incomplete_details?.reason;
  if (raw === 'max_output_tokens') return { unified: 'length', raw };
  if (raw === 'content_filter') return { unified: 'content-filter', raw };
  if (output.some(isClientCall)) return { unified: 'tool-calls', raw };
  if (raw !== undefined) return { unified: 'other', raw };
  const refuses = output.some((item) => item.type === 'message' && item.content.some(({ type }) => type === 'refusal'));
  return { unified: refuses ? 'content-filter' : 'stop', raw };
}

function isClientCall({ type }: ResponseOutputItem): boolean {
  return (
    type === 'function_call' || type === 'custom_tool_call' || type === 'computer_call' || type === 'apply_patch_call'
  );
}

/** A stream shows a message as one text. */
function partsOf(item: ResponseOutputItem, form: Form): SdkPart[] {
  switch (item.type) {
    case 'message': {
      const phase = item.phase == null ? {} : { phase: item.phase };
      const texts = item.content.map((part) =>
        part.type === 'output_text'
          ? { text: part.text, annotations: part.annotations }
          : { text: part.type === 'refusal' ? part.refusal : '', annotations: [] },
      );
      const shown =
        form === 'json'
          ? texts
          : [
              {
                text: texts.map(({ text }) => text).join(''),
                annotations: texts.flatMap(({ annotations }) => annotations),
              },
            ];
      return shown.map(({ text, annotations }) => ({
        type: 'text',
        text,
        metadataFields: payloadText({ item_id: item.id, ...phase, ...(annotations.length > 0 && { annotations }) }),
      }));
    }
    case 'reasoning': {
      const metadataFields = payloadText({ item_id: item.id, reasoning_encrypted_content: item.encrypted_content });
      const texts =
        item.summary.length === 0 ? [''] : item.summary.map((part) => (part.type === 'summary_text' ? part.text : ''));
      return texts.map((text) => ({ type: 'reasoning', text, metadataFields }));
    }
    case 'function_call': {
      const { id, call_id, name, arguments: text, namespace, caller } = item;
      return [
        {
          type: 'call',
          id: call_id,
          name,
          input: parsed(text),
          hosted: false,
          metadataFields: payloadText({ item_id: id, namespace, caller }),
        },
      ];
    }
    case 'custom_tool_call':
      return [
        {
          type: 'call',
          id: item.call_id,
          name: item.name,
          input: item.input,
          hosted: false,
          metadataFields: { item_id: item.id },
        },
      ];
    case 'computer_call': {
      const input = {
        actions: item.actions ?? (item.action == null ? [] : [item.action]),
        pending_safety_checks: item.pending_safety_checks,
        status: item.status,
      };
      return [
        {
          type: 'call',
          id: item.call_id,
          name: 'computer',
          input: payloadText(input),
          hosted: false,
          metadataFields: { item_id: item.id },
        },
      ];
    }
    case 'apply_patch_call': {
      const input = { call_id: item.call_id, operation: item.operation };
      return [
        {
          type: 'call',
          id: item.call_id,
          name: 'apply_patch',
          input: payloadText(input),
          hosted: false,
          metadataFields: { item_id: item.id },
        },
      ];
    }
    case 'local_shell_call':
      return [
        {
          type: 'call',
          id: item.call_id,
          name: 'local_shell',
          input: payloadText({ action: item.action }),
          hosted: false,
          metadataFields: { item_id: item.id },
        },
      ];
    case 'shell_call':
      return [
        {
          type: 'call',
          id: item.call_id,
          name: 'shell',
          input: payloadText({ action: item.action }),
          hosted: false,
          metadataFields: { item_id: item.id },
        },
      ];
    case 'shell_call_output': {
      const result = {
        max_output_length: item.max_output_length,
        output: item.output.map(({ stdout, stderr, outcome }) => ({ stdout, stderr, outcome })),
      };
      return [
        {
          type: 'result',
          id: item.call_id,
          name: 'shell',
          failed: false,
          result: payloadText(result),
          metadataFields: {},
        },
      ];
    }
    case 'tool_search_call': {
      const hosted = item.execution === 'server';
      const input = { arguments: item.arguments, call_id: item.call_id };
      return [
        {
          type: 'call',
          id: item.call_id ?? item.id,
          name: 'tool_search',
          input: payloadText(input),
          hosted,
          metadataFields: { item_id: item.id },
        },
      ];
    }
    case 'tool_search_output':
      return [
        {
          type: 'result',
          id: expect.any(String),
          name: 'tool_search',
          failed: false,
          result: payloadText({ tools: item.tools }),
          metadataFields: { item_id: item.id },
        },
      ];
    case 'program': {
      const input = { code: item.code, fingerprint: item.fingerprint };
      return [
        {
          type: 'call',
          id: item.call_id,
          name: 'programmatic_tool_calling',
          input,
          hosted: true,
          metadataFields: { item_id: item.id },
        },
      ];
    }
    case 'program_output': {
      const result = { result: item.result, status: item.status };
      return [
        {
          type: 'result',
          id: item.call_id,
          name: 'programmatic_tool_calling',
          failed: false,
          result,
          metadataFields: { item_id: item.id },
        },
      ];
    }
    case 'web_search_call': {
      const { sources, query, queries, ...action } = {
        sources: undefined,
        query: undefined,
        queries: undefined,
        ...item.action,
      };
      const kind = { search: 'search', open_page: 'openPage', find_in_page: 'findInPage' }[String(action.type)];
      const result =
        item.status === 'completed'
          ? { action: { ...action, type: kind, query, queries }, sources }
          : { status: item.status };
      return hostedPair(item.id, 'web_search', {}, { failed: item.status !== 'completed', result });
    }
    case 'file_search_call':
      return hostedPair(item.id, 'file_search', {}, { result: { queries: item.queries, results: item.results } });
    case 'code_interpreter_call':
      return hostedPair(
        item.id,
        'code_interpreter',
        { code: item.code, container_id: item.container_id },
        { result: { outputs: item.outputs } },
      );
    case 'image_generation_call':
      return hostedPair(item.id, 'image_generation', {}, { result: { result: item.result } }).slice(
        0,
        item.result === null ? 1 : 2,
      );
    case 'mcp_call': {
      const { name, arguments: text, server_label, output, error } = item;
      const result = { type: 'call', server_label, name, arguments: text, output, error };
      return hostedPair(item.id, `mcp.${name}`, parsed(text), { result, metadataFields: { item_id: item.id } });
    }
    case 'mcp_list_tools':
      return [];
    case 'mcp_approval_request':
      return [
        {
          type: 'call',
          id: expect.any(String),
          name: `mcp.${item.name}`,
          input: parsed(item.arguments),
          hosted: true,
          metadataFields: {},
        },
        { type: 'approval', id: item.id },
      ];
    case 'compaction':
      return [
        {
          type: 'custom',
          kind: 'openai.compaction',
          metadataFields: { type: 'compaction', item_id: item.id, encrypted_content: item.encrypted_content },
        },
      ];
    default:
      throw new Error(`no view of the item ${tagText(item)}`);
  }
}

interface Outcome {
  readonly failed?: boolean;
  readonly result: unknown;
  readonly metadataFields?: unknown;
}

/** A tool that the server ran: the call, and what came of it. */
function hostedPair(
  id: string,
  name: string,
  input: unknown,
  { failed = false, result, metadataFields = {} }: Outcome,
): SdkPart[] {
  return [
    { type: 'call', id, name, input: payloadText(input), hosted: true, metadataFields: {} },
    { type: 'result', id, name, failed, result: payloadText(result), metadataFields },
  ];
}

/** What searches found; and what is cited, unless a search of its kind found something. */
function sourcesOf(output: readonly ResponseOutputItem[]): string[] {
  const pages = output.flatMap((item) =>
    item.type === 'web_search_call' && item.action?.type === 'search' ? (item.action.sources ?? []) : [],
  );
  const urls = pages.flatMap((source) => (source.type === 'url' ? [source.url] : []));
  const results = output.flatMap((item) => (item.type === 'file_search_call' ? (item.results ?? []) : []));
  const files = [...new Map(results.map((result) => [result.file_id, result.filename ?? ''])).values()];
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const cited = parts
    .flatMap((part) => (part.type === 'output_text' ? part.annotations : []))
    .flatMap((annotation): string[] => {
      switch (annotation.type) {
        case 'url_citation':
          return urls.length > 0 ? [] : [annotation.url];
        case 'file_citation':
          return files.length > 0 ? [] : [annotation.filename];
        case 'container_file_citation':
          return [annotation.filename];
        case 'file_path':
          return [annotation.file_id];
        default:
          return [];
      }
    });
  return [...urls, ...files, ...cited].toSorted();
}

function logprobsOf(output: readonly ResponseOutputItem[]): { logprobs?: unknown } {
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const logprobs = parts.flatMap((part) => (part.type === 'output_text' ? (part.logprobs ?? []) : []));
  const shown = logprobs.map(({ token, logprob, top_logprobs }) => ({
    token,
    logprob,
    top_logprobs: top_logprobs.map((top) => ({ token: top.token, logprob: top.logprob })),
  }));
  return shown.length === 0 ? {} : { logprobs: shown };
}
