// Small builders, so that a test specifies only what it tests.
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import { ResultCollector, type GenerationResult } from '../model/generation-result.js';
import type { Message, Role } from '../model/message.js';
import type { Part } from '../model/part.js';
import type { FunctionTool } from '../model/tool.js';
import { emptyUsage } from '../model/usage.js';
import type { Clock } from '../ports/clock.js';
import type { IdSource } from '../ports/id-source.js';
import type { RunContext } from '../ports/run-context.js';

/** Ids that can be foreseen: `prefix_1`, `prefix_2`, ... counted over all prefixes. */
export function countingIds(): IdSource {
  let count = 0;
  return { next: (prefix) => `${prefix}_${(count += 1)}` };
}

/** A clock with a fixed time. `now` is in Unix milliseconds. */
export function clockAt(now = 1_700_000_000_000): Clock {
  return { now: () => now };
}

/** The context of one run; without `signal` it never aborts. */
export function buildContext(overrides: Partial<RunContext> = {}): RunContext {
  return {
    signal: new AbortController().signal,
    clock: clockAt(),
    ids: countingIds(),
    requestId: 'req_test',
    owner: 'owner_test',
    ...overrides,
  };
}

/** A message; a string is a text part. */
export function message(role: Role, ...parts: readonly (Part | string)[]): Message {
  return { role, parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)) };
}

/** A request with plain defaults; a string becomes one user message. */
export function buildRequest(
  messages: string | readonly Message[],
  overrides: Partial<GenerationRequest> = {},
): GenerationRequest {
  return {
    model: 'test-model',
    messages: typeof messages === 'string' ? [message('user', messages)] : messages,
    tools: [],
    toolChoice: { type: 'auto' },
    parallelToolCalls: true,
    limits: {},
    sampling: {},
    outputFormat: { type: 'text' },
    stopSequences: [],
    truncation: 'disabled',
    ...overrides,
  };
}

/** A function tool; `properties` is its input schema, by default an object without properties. */
export function functionTool(name: string, properties: FunctionTool['inputSchema'] = {}): FunctionTool {
  return { kind: 'function', name, inputSchema: { type: 'object', properties } };
}

/** A finished result; `replay` of it gives a well-formed stream. */
export function buildResult(
  parts: readonly (Part | string)[],
  overrides: Partial<GenerationResult> = {},
): GenerationResult {
  return {
    model: 'test-model',
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
    finishReason: {
      unified: parts.some((part) => typeof part !== 'string' && part.type === 'tool-call') ? 'tool-calls' : 'stop',
    },
    usage: { ...emptyUsage, inputTokens: 7, outputTokens: 5 },
    warnings: [],
    ...overrides,
  };
}

/** Reads a stream to its end: its events, and what they amount to. */
export async function readAll(
  stream: AsyncIterable<GenerationEvent>,
): Promise<{ events: GenerationEvent[]; result: GenerationResult }> {
  const events: GenerationEvent[] = [];
  const collector = new ResultCollector();
  for await (const event of stream) {
    events.push(event);
    collector.push(event);
  }
  return { events, result: collector.result() };
}
