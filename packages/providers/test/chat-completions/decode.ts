// Decodes responses without a network, as the language model would.
import { ChunkDecoder, type DecoderOptions } from '#src/chat-completions/chunk-decoder.js';
import {
  type GenerationEvent,
  type GenerationResult,
  ResultCollector,
  type ToolDefinition,
  ToolNames,
} from '@org/engine';
import { checkGrammar, countingIds } from '@org/engine/testing';

export type Overrides = Partial<DecoderOptions> & { readonly tools?: readonly ToolDefinition[] };

export function decoderOptions({ tools = [], ...overrides }: Overrides = {}): DecoderOptions {
  const ids = countingIds();
  return {
    model: 'm',
    warnings: [],
    names: new ToolNames(tools),
    parallel: true,
    newCallId: () => ids.next('call'),
    isUsed: () => false,
    stopSequences: [],
    localStopSequences: [],
    silent: false,
    capIsContext: false,
    reportsServiceTier: false,
    topLogprobs: 20,
    reportsUsageLate: false,
    endsWithDone: true,
    signer: { name: 'chat-test', model: 'm' },
    ...overrides,
  };
}

/** Feeds bytes in the given chunks. */
export function decodeBytes(chunks: readonly Uint8Array[], overrides: Overrides = {}): readonly GenerationEvent[] {
  const events: GenerationEvent[] = [];
  const decoder = new ChunkDecoder(decoderOptions(overrides), (event) => events.push(event));
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return events;
}

export function sse(chunks: readonly unknown[], done = true): Buffer {
  return Buffer.from(
    chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + (done ? 'data: [DONE]\n\n' : ''),
  );
}

/** A chunk with one choice. */
export function delta(value: unknown, more: object = {}): object {
  return { choices: [{ index: 0, delta: value, finish_reason: null, ...more }] };
}

export const finish = (reason = 'stop'): object => delta({}, { finish_reason: reason });

/** The result of a response of these chunks, validated against the grammar along the way. */
export function decodeChunks(chunks: readonly unknown[], overrides: Overrides = {}): GenerationResult {
  const events = decodeBytes([sse(chunks)], overrides);
  checkGrammar(events);
  const collector = new ResultCollector();
  for (const event of events) collector.push(event);
  return collector.result();
}
