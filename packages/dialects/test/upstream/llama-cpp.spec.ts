// Streams of a real llama-server in both dialects, recorded by tools/llama-server/record.mjs. They deviate from the
// dialects: blocks end only with the message, and items have no indices.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GenerationEvent,
  type GenerationRequest,
  type GenerationResult,
  type JsonObject,
  ResultCollector,
} from '@org/engine';
import { buildRequest, checkGrammar } from '@org/engine/testing';
import { target } from '../upstream-target.js';
import { apis } from './live-upstream-api.js';

interface RecordedCase {
  readonly name: string;
  readonly request: Partial<GenerationRequest> & Pick<GenerationRequest, 'messages'>;
  readonly sent: JsonObject;
  /** Lines of the body that are not empty. */
  readonly answer: readonly string[];
}

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/upstream/llama-cpp.json'), 'utf8'),
) as Record<string, readonly RecordedCase[]>;

const shown = ({ parts }: GenerationResult): readonly string[] =>
  parts.map((part) =>
    'text' in part
      ? `${part.type}: ${part.text}`
      : part.type === 'tool-call'
        ? `${part.name} ${part.argumentsText}`
        : part.type,
  );

describe.each(apis)('a llama-server that speaks $name', ({ name, api }) => {
  function resultOf(caseName: string): GenerationResult {
    const found = recorded[name]?.find((one) => one.name === caseName);
    if (found === undefined) throw new Error(`no case is called ${caseName}`);
    const request = buildRequest(found.request.messages, found.request);
    expect(api.encode(request, { ...target, model: 'demo', maxOutputTokens: 8192 }).body).toEqual(found.sent);
    const events: GenerationEvent[] = [];
    const reader = api.createReader(request, target, [], (event) => events.push(event));
    const failures = found.answer
      .filter((line) => line.startsWith('data: {'))
      .map((line) => reader.push(JSON.parse(line.slice(6)) as JsonObject))
      .filter((failure) => failure !== undefined);
    expect({ done: reader.done, failures }).toEqual({ done: true, failures: [] });
    checkGrammar(events);
    const collector = new ResultCollector();
    for (const event of events) collector.push(event);
    return collector.result();
  }

  it('is read with reasoning and text', () => {
    const result = resultOf('text');
    expect(shown(result).join()).toMatch(/^reasoning: The user asks something simple/);
    expect(result.usage).toMatchObject({ inputTokens: 19, outputTokens: 40 });
  });

  it('is read with several complete calls', () => {
    const result = resultOf('reasoning and two calls');
    expect(shown(result)).toEqual([
      'reasoning: The user wants me to call get_weather.\n',
      'get_weather {"city": "Paris"}',
      'get_weather {"city": "Rome"}',
    ]);
    expect(result.finishReason.unified).toBe('tool-calls');
  });

  it('is read when its response is truncated within a call', () => {
    const result = resultOf('a call that is cut');
    expect(shown(result)[1]).toBe('get_weather {"');
    // In the other API it reports every response as complete.
    expect(result.finishReason.unified).toBe(name === 'messages' ? 'length' : 'tool-calls');
  });
});
