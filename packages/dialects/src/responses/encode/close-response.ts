// Ends a response of which only the events remain, because its process is gone.
import { EngineError, type Part, type Usage } from '@org/engine';
import {
  accumulateResponse,
  createResponseAccumulation,
  type Response,
  type ResponseAccumulation,
  type ResponseOutputItem,
} from '@org/protocol/responses';
import type { EncodePolicy } from '../../dialect.js';
import { decodeItem } from '../decode/decode-item.js';
import { truncateItem } from './truncate-item.js';
import { encodeFailure } from './encode-error.js';
import { encodeUsage } from './encode-usage.js';
import { failureEvents } from './failure-events.js';
import { finishItem, type StreamedItem, type StreamedParts } from './finish-item.js';
import type { SentEvent } from './sent-event.js';
import { withStreamedLogprobs } from './with-streamed-logprobs.js';
import { Sequence } from './streams/item-stream.js';
import { usageOfLog } from './usage-of-log.js';

/** How the response ends. */
export interface ClosedResponse {
  readonly response: Response;
  /** What follows the events that were there. */
  readonly events: readonly SentEvent[];
  /** Output for turns that continue this one: complete items, and the text of a truncated message. */
  readonly parts: readonly Part[];
  /** Undefined for a response that had not started. */
  readonly usage: Usage | undefined;
}

/**
 * Ends the response whose events so far are `sentEvents`, starting with `response.created`. Closes an open item as
 * incomplete with its content so far, so that every reader ends with the same object.
 */
export function closeResponse(
  sentEvents: readonly SentEvent[],
  error: EngineError,
  usageNames: EncodePolicy['usageNames'],
): ClosedResponse {
  const sequence = new Sequence(sentEvents.length);
  const { response: before } = sentEvents.reduce<ResponseAccumulation<Response>>(
    accumulateResponse,
    createResponseAccumulation(),
  );
  if (before === undefined)
    throw new EngineError('internal', 'The service cannot end a response that has not started.');
  const done = sentEvents.filter(({ type }) => type === 'response.output_item.done').length;
  const output: ResponseOutputItem[] = [...before.output];
  const events: SentEvent[] = [];
  for (const [outputIndex, item] of before.output.entries()) {
    if (outputIndex < done) continue;
    const own = sentEvents.filter((event) => event['output_index'] === outputIndex);
    const truncated = withStreamedLogprobs(truncateItem(item), own);
    output[outputIndex] = truncated;
    const position = { itemId: String(item['id']), outputIndex, sequence };
    events.push(...finishItem(truncated, streamedItemOf(own), position));
  }
  const cancelled = error.code === 'cancelled';
  const usage = usageOfLog(sentEvents);
  const response: Response = {
    ...before,
    status: cancelled ? 'cancelled' : 'failed',
    error: cancelled ? null : encodeFailure(error),
    output,
    usage: usage === undefined ? null : encodeUsage(usage, usageNames),
  };
  events.push(...failureEvents(error, response, { number: sequence.next(), endsStream: true }));
  const parts = output.flatMap((item, index) =>
    index < done || item.type === 'message' ? contentPartsOf(item, index) : [],
  );
  return { response, events, parts, usage };
}

function contentPartsOf(item: ResponseOutputItem, index: number): readonly Part[] {
  return decodeItem(item, () => undefined, { field: 'output', index }).parts.filter(
    (part) => part.type !== 'text' || part.text !== '',
  );
}

/** What the events of one item have streamed of it. */
function streamedItemOf(events: readonly SentEvent[]): StreamedItem {
  const has = (...types: readonly string[]): boolean => events.some(({ type }) => types.includes(type));
  const parts = (added: string, done: string): StreamedParts => {
    const count = (wanted: string): number => events.filter(({ type }) => type === wanted).length;
    return { done: count(done), open: count(added) > count(done) };
  };
  const names = [
    'function_call_arguments',
    'custom_tool_call_input',
    'mcp_call_arguments',
    'code_interpreter_call_code',
  ];
  const complete = has(...names.map((name) => `response.${name}.done`));
  const started = has(...names.map((name) => `response.${name}.delta`));
  return {
    content: parts('response.content_part.added', 'response.content_part.done'),
    summary: parts('response.reasoning_summary_part.added', 'response.reasoning_summary_part.done'),
    commands: parts('response.shell_call_command.added', 'response.shell_call_command.done'),
    text: complete ? 'complete' : started ? 'partial' : 'none',
  };
}
