// Encodes the response object.
import type { EngineError, Extensions, FinishReason, GenerationResult, Part, Usage } from '@org/engine';
import type { Response, ResponseCreateParams, ResponseOutputItem } from '@org/protocol/responses';
import type { EncodeContext } from '../../dialect.js';
import { toolsFromInput } from '../tools-from-input.js';
import { offeredClientTools } from '../client-tools/client-tools.js';
import { ServerSearch, searchedTools, type SearchedTools } from '../server-search.js';
import { wantsEncryptedReasoning } from '../include.js';
import { withReportedMembers, incompleteDetails, usageMembers } from './response-extensions.js';
import { asSampled, echoRequest, type RequestEcho } from './echo-request.js';
import { encodeFailure } from './encode-error.js';
import { encodeOutputItem, type OutputFrame } from './encode-output-item.js';
import { encodeUsage } from './encode-usage.js';
import { groupParts } from './group-parts.js';
import { toEncodablePart } from './to-encodable-part.js';
import { encodeEnd } from './status.js';
import { withReportedUsage } from './reported-usage.js';

/** What all states of one response have in common. */
export interface ResponseFrame extends OutputFrame {
  readonly createdAt: number;
  /** The tools that the client wants searched for at the server. */
  readonly searchedTools: SearchedTools;
  readonly echo: RequestEcho;
  readonly usageNames: EncodeContext['policy']['usageNames'];
}

/** Everything about the response that is known before it starts. */
export function frameOf(request: ResponseCreateParams, context: EncodeContext): ResponseFrame {
  return {
    responseId: context.id,
    createdAt: context.createdAt,
    echo: echoRequest(request),
    rawReasoning: context.policy.rawReasoning,
    clientTools: offeredClientTools([
      ...(request.tools ?? []),
      ...toolsFromInput(request.input).flatMap(({ tools }) => tools),
    ]),
    searchedTools: searchedTools(request.tools ?? []),
    encryptSummary: (text) => context.reasoningSigner.encrypt(text, 'compaction'),
    usageNames: context.policy.usageNames,
    ...(wantsEncryptedReasoning(request) && { encrypt: (text: string) => context.reasoningSigner.encrypt(text) }),
  };
}

/** The frame of a response whose settings are reported. */
export function applyReportedSettings(
  frame: ResponseFrame,
  { sampling, serviceTier }: Pick<GenerationResult, 'sampling' | 'serviceTier'>,
): ResponseFrame {
  if (sampling === undefined && serviceTier === undefined) return frame;
  const echo = sampling === undefined ? frame.echo : asSampled(frame.echo, sampling);
  return { ...frame, echo: serviceTier === undefined ? echo : { ...echo, service_tier: serviceTier } };
}

/** The running response. `extensions`: what the upstream has reported about it so far. */
export function runningResponse(frame: ResponseFrame, model: string, extensions?: Extensions): Response {
  return build(frame, model, extensions, {
    status: 'in_progress',
    completed_at: null,
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
  });
}

/** The response that ended by itself. `endedAt` is the end time in Unix seconds. */
export function finishedResponse(
  frame: ResponseFrame,
  model: string,
  output: ResponseOutputItem[],
  end: {
    readonly finishReason: FinishReason;
    readonly usage: Usage;
    readonly endedAt: number;
    readonly extensions?: Extensions | undefined;
  },
): Response {
  const { status, incomplete_details } = encodeEnd(end.finishReason);
  return build(frame, model, end.extensions, {
    status,
    completed_at: status === 'completed' ? end.endedAt : null,
    error: null,
    incomplete_details:
      status === 'incomplete' ? (incompleteDetails(end.extensions, end.finishReason) ?? incomplete_details) : null,
    output,
    usage: withReportedUsage(encodeUsage(end.usage, frame.usageNames), usageMembers(end.extensions), end.usage),
  });
}

/**
 * The response that an error ended, with its output and usage until then. A cancelled one has a status of its own and
 * no error.
 */
export function failedResponse(
  frame: ResponseFrame,
  model: string,
  output: ResponseOutputItem[],
  {
    error,
    usage,
    extensions,
  }: { readonly error: EngineError; readonly usage: Usage | undefined; readonly extensions?: Extensions | undefined },
): Response {
  const cancelled = error.code === 'cancelled';
  return build(frame, model, extensions, {
    status: cancelled ? 'cancelled' : 'failed',
    completed_at: null,
    error: cancelled ? null : encodeFailure(error),
    incomplete_details: null,
    output,
    usage: usage === undefined ? null : encodeUsage(usage, frame.usageNames),
  });
}

/** The items of finished parts. The last part was truncated when the response is `incomplete`. */
export function encodeOutput(
  parts: readonly Part[],
  end: 'completed' | 'incomplete',
  frame: ResponseFrame,
): ResponseOutputItem[] {
  const groups = groupParts(parts.map(toEncodablePart));
  const last = groups.length - 1;
  const search = new ServerSearch(frame.searchedTools, frame.responseId);
  return groups.flatMap((group, index) => {
    const item = encodeOutputItem(group, index === last ? end : 'completed', frame);
    return item === undefined ? [] : [...search.before(group.parts[0], group.index), item];
  });
}

type State = Pick<Response, 'status' | 'completed_at' | 'error' | 'incomplete_details' | 'output' | 'usage'>;

function build(frame: ResponseFrame, model: string, extensions: Extensions | undefined, state: State): Response {
  const { status, completed_at, error, incomplete_details, output, usage } = state;
  return {
    id: frame.responseId,
    object: 'response',
    created_at: frame.createdAt,
    completed_at,
    status,
    error,
    incomplete_details,
    model,
    output,
    ...withReportedMembers(frame.echo, extensions),
    usage,
  };
}
