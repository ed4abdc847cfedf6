// What the AI SDK shows of a response, with the API's names, for both forms of the response.
import type { createAnthropic } from '@ai-sdk/anthropic';
import { parsed, payloadText } from '../payload-text.js';

export type Model = ReturnType<ReturnType<typeof createAnthropic>>;
type Generated = Awaited<ReturnType<Model['doGenerate']>>;
type Content = Generated['content'][number];
type StreamPart = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type Finish = Pick<Generated, 'finishReason' | 'usage' | 'providerMetadata'>;

/** A part of the response. `metadataFields` holds the dialect's additions to it. */
export type SdkPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly metadataFields: unknown }
  | {
      readonly type: 'call';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly hosted: boolean;
      readonly metadataFields: unknown;
    }
  | {
      readonly type: 'result';
      readonly id: string;
      readonly name: string;
      readonly failed: boolean;
      readonly result: unknown;
      readonly metadataFields: unknown;
    }
  | { readonly type: 'custom'; readonly kind: string; readonly metadataFields: unknown }
  | { readonly type: 'approval'; readonly id: string };

export interface SdkResult {
  readonly id: string | undefined;
  readonly model: string | undefined;
  /** Unix seconds, where the dialect has it. */
  readonly createdAt: number | undefined;
  readonly parts: readonly SdkPart[];
  /** URLs and names of the response's sources, in alphabetical order: a stream shows some of them late. */
  readonly sources: readonly string[];
  readonly finish: { readonly unified: string; readonly raw: string | undefined };
  readonly input: { readonly total: number; readonly cacheRead: number; readonly cacheWrite: number };
  readonly output: { readonly total: number; readonly reasoning: number };
  /** The usage as the API sent it. */
  readonly usage: unknown;
  /** The dialect's additions to the complete response. */
  readonly metadataFields: unknown;
  /** Messages of the errors that a stream reported along the way. */
  readonly errors: readonly string[];
}

/** The client's result for a JSON response. */
export function sdkResultOfJson({ content, response, ...finish }: Generated): SdkResult {
  return toSdkResult(content, { ...finish, errors: [], ...response });
}

/** What the client makes of a stream. Deltas of tool input must add up to the input of the call. */
export async function sdkResultOfStream(stream: ReadableStream<StreamPart>): Promise<SdkResult> {
  const content: Content[] = [];
  const open = new Map<string, { text: string; providerMetadata: object }>();
  const inputs = new Map<string, string>();
  const errors: string[] = [];
  let finish: Finish | undefined;
  let response: { id?: string | undefined; modelId?: string | undefined; timestamp?: Date | undefined } = {};
  for await (const part of stream) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const started = {
          type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const),
          text: '',
          providerMetadata: { ...part.providerMetadata },
        };
        open.set(part.id, started);
        content.push(started);
        break;
      }
      case 'text-delta':
      case 'text-end':
      case 'reasoning-delta':
      case 'reasoning-end': {
        const grown = open.get(part.id);
        if (grown === undefined) throw new Error(`${part.type} of ${part.id}, which is not open`);
        if ('delta' in part) grown.text += part.delta;
        for (const [dialect, metadataFields] of Object.entries(part.providerMetadata ?? {})) {
          Object.assign(grown.providerMetadata, {
            [dialect]: { ...Object(Reflect.get(grown.providerMetadata, dialect)), ...metadataFields },
          });
        }
        if (!('delta' in part)) open.delete(part.id);
        break;
      }
      case 'tool-input-delta':
        inputs.set(part.id, (inputs.get(part.id) ?? '') + part.delta);
        break;
      case 'tool-call':
        expect(parsed(inputs.get(part.toolCallId) ?? part.input)).toEqual(
          parsed(inputText(part.input, inputs.has(part.toolCallId))),
        );
        content.push(part);
        break;
      case 'tool-result':
        if (part.preliminary !== true) content.push(part);
        break;
      case 'custom':
        if (part.kind !== 'anthropic.message_start') content.push(part);
        break;
      case 'source':
      case 'tool-approval-request':
        content.push(part);
        break;
      case 'response-metadata':
        response = part;
        break;
      case 'error':
        errors.push(messageOf(part.error));
        break;
      case 'finish':
        finish = part;
        break;
    }
  }
  if (finish !== undefined && open.size > 0) throw new Error(`left open: ${[...open.keys()].join(', ')}`);
  return toSdkResult(content, { ...(finish ?? unfinished), ...response, errors });
}

/** A stream that failed has no end. */
const unfinished: Pick<Around, 'finishReason' | 'usage' | 'providerMetadata'> = {
  finishReason: { unified: 'none', raw: undefined },
  usage: { inputTokens: {}, outputTokens: {} },
  providerMetadata: undefined,
};

/** Free-form input is streamed as it is, and is JSON text in the call. */
function inputText(input: string, streamed: boolean): string {
  const value = parsed(input);
  return streamed && typeof value === 'string' ? value : input;
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : JSON.stringify(error);
}

interface Around {
  readonly finishReason: { readonly unified: string; readonly raw: string | undefined };
  readonly usage: {
    readonly inputTokens: {
      readonly total?: number | undefined;
      readonly cacheRead?: number | undefined;
      readonly cacheWrite?: number | undefined;
    };
    readonly outputTokens: { readonly total?: number | undefined; readonly reasoning?: number | undefined };
    readonly raw?: object | undefined;
  };
  readonly providerMetadata?: object | undefined;
  readonly id?: string | undefined;
  readonly modelId?: string | undefined;
  readonly timestamp?: Date | undefined;
  readonly errors: readonly string[];
}

function toSdkResult(
  content: readonly Content[],
  { finishReason, usage, providerMetadata, id, modelId, timestamp, errors }: Around,
): SdkResult {
  return {
    id,
    model: modelId,
    createdAt: timestamp === undefined ? undefined : timestamp.getTime() / 1000,
    parts: content.flatMap(partOf),
    sources: content.flatMap((part) => (part.type === 'source' ? [sourceOf(part)] : [])).toSorted(),
    finish: { unified: finishReason.unified, raw: finishReason.raw },
    input: {
      total: usage.inputTokens.total ?? 0,
      cacheRead: usage.inputTokens.cacheRead ?? 0,
      cacheWrite: usage.inputTokens.cacheWrite ?? 0,
    },
    output: { total: usage.outputTokens.total ?? 0, reasoning: usage.outputTokens.reasoning ?? 0 },
    usage: payloadText(usage.raw ?? {}),
    metadataFields: metadataFieldsOf(providerMetadata),
    errors,
  };
}

/** The client's own tools, whose input uses its own names. */
const sdkTools: ReadonlySet<string> = new Set([
  'apply_patch',
  'code_interpreter',
  'computer',
  'local_shell',
  'programmatic_tool_calling',
  'shell',
  'tool_search',
]);

function partOf(part: Content): SdkPart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: part.type, text: part.text, metadataFields: metadataFieldsOf(part.providerMetadata) }];
    case 'tool-call': {
      const { toolCallId: id, toolName: name, providerExecuted: hosted = false } = part;
      const input = parsed(part.input);
      return [
        {
          type: 'call',
          id,
          name,
          input: sdkTools.has(name) ? payloadText(input) : input,
          hosted,
          metadataFields: metadataFieldsOf(part.providerMetadata),
        },
      ];
    }
    case 'tool-result': {
      const { toolCallId: id, toolName: name, isError: failed = false } = part;
      return [
        {
          type: 'result',
          id,
          name,
          failed,
          result: payloadText(part.result),
          metadataFields: metadataFieldsOf(part.providerMetadata),
        },
      ];
    }
    case 'custom':
      return [{ type: 'custom', kind: part.kind, metadataFields: metadataFieldsOf(part.providerMetadata) }];
    case 'tool-approval-request':
      return [{ type: 'approval', id: part.approvalId }];
    case 'source':
      return [];
    default:
      throw new Error(`content of the unexpected kind ${part.type}`);
  }
}

function sourceOf(source: Extract<Content, { type: 'source' }>): string {
  return source.sourceType === 'url' ? source.url : (source.filename ?? source.title);
}

/** The metadata of the only dialect present. Log probabilities arrive in one list per delta. */
function metadataFieldsOf(metadata: object | undefined): unknown {
  const [own] = Object.values(metadata ?? {});
  if (typeof own !== 'object' || own === null) return {};
  const { logprobs, ...metadataFields } = own;
  const flat: unknown[] = Array.isArray(logprobs) ? logprobs.flat() : [];
  return payloadText({ ...metadataFields, ...(flat.length > 0 && { logprobs: flat }) });
}
