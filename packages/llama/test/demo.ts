import { demoModelPath } from '@org/demo-model';

import { createLlamaModel, type LocalLanguageModel } from '#src/llama-model.js';
import type { LocalLanguageModelOptions } from '#src/llama-model-options.js';
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
export const timeoutMs = 30_000;

/** Loads the built-in model on one thread before the tests of a `describe` and closes it after them. */
export function demoModel(options: Partial<LocalLanguageModelOptions> = {}): LocalLanguageModel {
  const languageModel = useColdModels()(options);
  beforeAll(() => languageModel.warmUp(), timeoutMs);
  return languageModel;
}

/** Creates unloaded demo models within the tests of a `describe`, and closes them after the last one. */
export function useColdModels(): (options?: Partial<LocalLanguageModelOptions>) => LocalLanguageModel {
  const opened: LocalLanguageModel[] = [];
  afterAll(() => Promise.all(opened.map((languageModel) => languageModel.close())), 30_000);
  return (options = {}) => {
    const languageModel = createLlamaModel({ id: 'demo', modelPath: demoModelPath, threads: 1, ...options });
    opened.push(languageModel);
    return languageModel;
  };
}

export async function eventsOf(
  languageModel: LocalLanguageModel,
  request: GenerationRequest,
  context: Partial<RunContext> = {},
): Promise<readonly GenerationEvent[]> {
  const events: GenerationEvent[] = [];
  for await (const event of languageModel.generate(request, buildContext(context))) events.push(event);
  return events;
}

export async function resultOf(
  languageModel: LocalLanguageModel,
  request: GenerationRequest,
  context: Partial<RunContext> = {},
): Promise<GenerationResult> {
  const collector = new ResultCollector();
  for (const event of await eventsOf(languageModel, request, context)) collector.push(event);
  expect(collector.complete).toBe(true);
  return collector.result();
}

/** The concatenated text of a result. */
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
