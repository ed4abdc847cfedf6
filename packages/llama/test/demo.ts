import { demoModelPath } from '@org/demo-model';

import { createLlamaGenerator, type LlamaGenerator, type LlamaGeneratorOptions } from '#src/llama-generator.js';
import {
  type FunctionTool,
  type GenerationEvent,
  type GenerationRequest,
  type GenerationResult,
  ResultCollector,
  type RunContext,
} from '@org/engine';
import { buildContext } from '@org/engine/testing';

/** Milliseconds for tests that start processes: the machine may be busy. */
export const patience = 30_000;

/** The built-in model on one thread, loaded before the tests of a `describe` and ended after them. */
export function demoGenerator(options: Partial<LlamaGeneratorOptions> = {}): LlamaGenerator {
  const generator = useColdGenerators()(options);
  beforeAll(() => generator.warmUp(), patience);
  return generator;
}

/** Makes the same, not loaded yet, inside the tests of a `describe`, and ends them after the last one. */
export function useColdGenerators(): (options?: Partial<LlamaGeneratorOptions>) => LlamaGenerator {
  const opened: LlamaGenerator[] = [];
  afterAll(() => Promise.all(opened.map((generator) => generator.close())), 30_000);
  return (options = {}) => {
    const generator = createLlamaGenerator({ id: 'demo', modelPath: demoModelPath, threads: 1, ...options });
    opened.push(generator);
    return generator;
  };
}

export async function eventsOf(
  generator: LlamaGenerator,
  request: GenerationRequest,
  context: Partial<RunContext> = {},
): Promise<readonly GenerationEvent[]> {
  const events: GenerationEvent[] = [];
  for await (const event of generator.generate(request, buildContext(context))) events.push(event);
  return events;
}

export async function resultOf(
  generator: LlamaGenerator,
  request: GenerationRequest,
  context: Partial<RunContext> = {},
): Promise<GenerationResult> {
  const collector = new ResultCollector();
  for (const event of await eventsOf(generator, request, context)) collector.push(event);
  expect(collector.complete).toBe(true);
  return collector.result();
}

/** All text of an answer. */
export function textOf(result: GenerationResult): string {
  return result.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export const weather: FunctionTool = {
  kind: 'function',
  name: 'get_weather',
  description: 'Get the current weather in a given location',
  inputSchema: {
    type: 'object',
    properties: { location: { type: 'string', description: 'The city and state, e.g. San Francisco, CA' } },
    required: ['location'],
  },
};

export const volume: FunctionTool = {
  kind: 'function',
  name: 'set-volume',
  description: 'Change the speaker volume',
  inputSchema: {
    type: 'object',
    properties: { level: { type: 'integer', description: '0 to 100', minimum: 0, maximum: 100 } },
    required: ['level'],
  },
};
