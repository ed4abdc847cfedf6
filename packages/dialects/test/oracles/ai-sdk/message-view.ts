// What the AI SDK must show of a message: derived from the message alone, never from our bytes.
import type { ContentBlock, Message, ToolUseBlock } from '@org/protocol/messages';
import { tagText } from '@org/protocol/schema';
import { parsed, payloadText } from '../payload-text.js';
import type { SdkResult, SdkPart } from './sdk-result.js';

const unified: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
};

/** `reports` are the errors that a stream of the message is known to report. */
export function viewOfMessage(message: Message, reports: readonly RegExp[] = []): SdkResult {
  const { cache_creation_input_tokens, cache_read_input_tokens } = message.usage;
  const cacheWrite = cache_creation_input_tokens ?? 0;
  const cacheRead = cache_read_input_tokens ?? 0;
  const { uncached, output } = countsOf(message);
  const stopReason = message.stop_reason ?? '';
  return {
    id: message.id,
    model: message.model,
    createdAt: undefined,
    parts: message.content.flatMap((block) => partsOf(block, message.content)),
    sources: sourcesOf(message.content),
    finish: { unified: unified[stopReason] ?? 'other', raw: stopReason },
    input: { total: uncached + cacheWrite + cacheRead, cacheRead, cacheWrite },
    output: { total: output, reasoning: message.usage.output_tokens_details?.thinking_tokens ?? 0 },
    usage: payloadText(message.usage),
    metadataFields: payloadText({
      usage: message.usage,
      stop_sequence: message.stop_sequence,
      service_tier: message.usage.service_tier,
      stop_details: message.stop_details,
      container: message.container,
      context_management: message.context_management,
      input_transformations: message['input_transformations'],
      iterations: message.usage.iterations?.map(iterationOf),
    }),
    errors: reports.map((error): string => expect.stringMatching(error)),
  };
}

/** For a response of several steps, sums the counts of the responding model's steps. */
function countsOf({ usage }: Message): { uncached: number; output: number } {
  const steps = usage.iterations ?? [];
  const own = steps.filter(({ type }) => type === 'message' || type === 'compaction');
  if (own.length === 0 || steps.some(({ type }) => type === 'fallback_message'))
    return { uncached: usage.input_tokens, output: usage.output_tokens };
  const sum = (count: (step: (typeof own)[number]) => unknown): number =>
    own.reduce((total, step) => total + Number(count(step)), 0);
  return { uncached: sum((step) => step['input_tokens']), output: sum((step) => step['output_tokens']) };
}

/** Shows cache counts where there are any. */
function iterationOf(iteration: object): object {
  const {
    type,
    model,
    input_tokens,
    output_tokens,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
  }: Record<string, unknown> = { ...iteration };
  return {
    type,
    model,
    input_tokens,
    output_tokens,
    ...(written !== 0 && { cache_creation_input_tokens: written }),
    ...(read !== 0 && { cache_read_input_tokens: read }),
  };
}

/** Search results, or else the cited web pages. Citations of documents appear with the text only. */
function sourcesOf(content: readonly ContentBlock[]): string[] {
  const found = content.flatMap((block) =>
    block.type === 'web_search_tool_result' && Array.isArray(block.content) ? block.content.map(({ url }) => url) : [],
  );
  if (found.length > 0) return found.toSorted();
  const cited = content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []));
  return cited.flatMap((citation) => (citation.type === 'web_search_result_location' ? [citation.url] : [])).toSorted();
}

function partsOf(block: ContentBlock, all: readonly ContentBlock[]): SdkPart[] {
  switch (block.type) {
    case 'text': {
      const citations = block.citations ?? [];
      return [
        { type: 'text', text: block.text, metadataFields: payloadText(citations.length === 0 ? {} : { citations }) },
      ];
    }
    case 'thinking':
      return [{ type: 'reasoning', text: block.thinking, metadataFields: { signature: block.signature } }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', metadataFields: { redacted_data: block.data } }];
    case 'compaction':
      return [
        {
          type: 'text',
          text: block.content ?? '',
          metadataFields: payloadText({ type: 'compaction', signature: block['signature'] }),
        },
      ];
    case 'tool_use':
      return [{ type: 'call', id: block.id, ...clientCall(block), hosted: false }];
    case 'server_tool_use':
      return [
        {
          type: 'call',
          id: block.id,
          ...hostedCall(block.name, block.input),
          hosted: true,
          metadataFields: callerOf(block),
        },
      ];
    case 'mcp_tool_use':
      return [
        {
          type: 'call',
          id: block.id,
          name: block.name,
          input: block.input,
          hosted: true,
          metadataFields: { type: 'mcp-tool-use', server_name: block.server_name },
        },
      ];
    case 'mcp_tool_result': {
      const call = all.find((other) => other.type === 'mcp_tool_use' && other.id === block.tool_use_id);
      if (call?.type !== 'mcp_tool_use') throw new Error('a result without its call');
      return [
        resultOf(block, call.name, {
          failed: block.is_error,
          result: block.content,
          metadataFields: { type: 'mcp-tool-use', server_name: call.server_name },
        }),
      ];
    }
    case 'web_search_tool_result': {
      const { content } = block;
      return [resultOf(block, 'web_search', { failed: !Array.isArray(content), result: content })];
    }
    case 'web_fetch_tool_result':
      return [resultOf(block, 'web_fetch', { failed: isError(block.content), result: block.content })];
    case 'code_execution_tool_result':
      return [resultOf(block, 'code_execution', { failed: isError(block.content), result: block.content })];
    case 'bash_code_execution_tool_result':
    case 'text_editor_code_execution_tool_result':
      return [
        resultOf(block, 'code_execution', { result: isError(block.content) ? errorOf(block.content) : block.content }),
      ];
    case 'tool_search_tool_result': {
      const { content } = block;
      const call = all.find((other) => other.type === 'server_tool_use' && other.id === block.tool_use_id);
      const found = content.type === 'tool_search_tool_search_result';
      return [
        resultOf(block, call?.type === 'server_tool_use' ? call.name : '', {
          failed: !found,
          result: found ? content.tool_references : errorOf(content),
        }),
      ];
    }
    case 'advisor_tool_result':
      return [resultOf(block, 'advisor', { failed: isError(block.content), result: block.content })];
    case 'container_upload':
      return [{ type: 'custom', kind: 'anthropic.container_upload', metadataFields: { file_id: block.file_id } }];
    case 'fallback':
      return [
        {
          type: 'custom',
          kind: 'anthropic.fallback',
          metadataFields: payloadText({ type: 'fallback', from: block['from'], to: block['to'] }),
        },
      ];
    default:
      throw new Error(`no view of the block ${tagText(block)}`);
  }
}

interface Outcome {
  readonly failed?: boolean;
  readonly result: unknown;
  readonly metadataFields?: unknown;
}

function resultOf(
  block: ContentBlock & { tool_use_id: string },
  name: string,
  { failed = false, result, metadataFields }: Outcome,
): SdkPart {
  return {
    type: 'result',
    id: block.tool_use_id,
    name,
    failed,
    result: payloadText(result),
    metadataFields: metadataFields ?? callerOf(block),
  };
}

type Tagged = Parameters<typeof tagText>[0] & { readonly error_code?: unknown };

function isError(content: Tagged): boolean {
  return tagText(content).endsWith('_error');
}

/** The client shows only the code of an error. */
function errorOf({ type, error_code }: Tagged): object {
  return { type, error_code };
}

/** The client shows a toolset as one tool, and its member as the action. */
function clientCall(block: ToolUseBlock): { name: string; input: unknown; metadataFields: unknown } {
  const { name, input, toolset_name: toolset } = block;
  if (toolset == null) return { name, input: parsed(JSON.stringify(input)), metadataFields: callerOf(block) };
  return { name: toolset, input: { ...input, action: name }, metadataFields: { toolset_name: toolset } };
}

/** One tool represents all code execution tools; the input names the one that ran. */
function hostedCall(name: string, input: Readonly<Record<string, unknown>>): { name: string; input: unknown } {
  if (name === 'bash_code_execution' || name === 'text_editor_code_execution')
    return { name: 'code_execution', input: { type: name, ...input } };
  return { name, input: name === 'code_execution' ? { type: 'programmatic-tool-call', ...input } : input };
}

function callerOf(block: ContentBlock): unknown {
  return payloadText(block['caller'] == null ? {} : { caller: block['caller'] });
}
