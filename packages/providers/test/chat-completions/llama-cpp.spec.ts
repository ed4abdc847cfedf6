// What a real llama-server answered to what we send, as tools/llama-server/record.mjs kept it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilityProfiles } from '#src/chat-completions/profiles/index.js';
import type { ChunkDecoder } from '#src/chat-completions/chunk-decoder.js';
import { PendingChatCompletion } from '#src/chat-completions/pending-chat-completion.js';
import { CapabilityCache } from '#src/compat/capability-cache.js';
import { mapUpstreamError } from '#src/errors/upstream-error.js';
import {
  type GenerationEvent,
  type GenerationRequest,
  type GenerationResult,
  type JsonObject,
  ResultCollector,
} from '@org/engine';
import { buildContext, buildRequest, checkGrammar } from '@org/engine/testing';

interface RecordedCase {
  readonly name: string;
  readonly request: Partial<GenerationRequest> & Pick<GenerationRequest, 'messages'>;
  readonly sent: JsonObject;
  readonly status: number;
  /** Lines of the body that are not empty. */
  readonly answer: readonly string[];
}

const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/chat-completions/llama-cpp.json'), 'utf8'),
) as RecordedCase[];

function caseOf(name: string): RecordedCase {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no case is called ${name}`);
  return found;
}

function pendingOf({ request }: RecordedCase): PendingChatCompletion {
  return new PendingChatCompletion(
    buildRequest(request.messages, request),
    buildContext(),
    { model: 'demo', profile: capabilityProfiles['llama-cpp'], signer: 'chat-test' },
    new CapabilityCache(),
  );
}

function eventsOf(name: string, lines = Number.POSITIVE_INFINITY): readonly GenerationEvent[] {
  const recorded = caseOf(name);
  const events: GenerationEvent[] = [];
  const decoder: ChunkDecoder = pendingOf(recorded).createDecoder((event) => events.push(event));
  for (const line of recorded.answer.slice(0, lines)) decoder.push(Buffer.from(`${line}\n\n`));
  if (lines === Number.POSITIVE_INFINITY) decoder.end();
  else decoder.giveUp();
  return events;
}

function resultOf(name: string): GenerationResult {
  const events = eventsOf(name);
  checkGrammar(events);
  const collector = new ResultCollector();
  for (const event of events) collector.push(event);
  return collector.result();
}

const texts = ({ parts }: GenerationResult): readonly string[] =>
  parts.map((part) =>
    'text' in part
      ? `${part.type}: ${part.text}`
      : part.type === 'tool-call'
        ? `${part.name} ${part.argumentsText}`
        : part.type,
  );
const error = (name: string) => mapUpstreamError({ status: caseOf(name).status, body: caseOf(name).answer.join('\n') });

describe('a llama-server', () => {
  it.each(cases.map((recorded) => [recorded.name, recorded] as const))(
    'is still sent what was recorded: %s',
    (_, recorded) => {
      expect(JSON.parse(JSON.stringify(pendingOf(recorded).body()))).toEqual(recorded.sent);
    },
  );

  it('answers with text and counts, the tokens from its cache apart', () => {
    const result = resultOf('text');
    expect(texts(result)).toEqual(['text: I am a tiny demo model that runs ']);
    expect(result).toMatchObject({ finishReason: { unified: 'length' }, usage: { inputTokens: 17, outputTokens: 16 } });
    expect(resultOf('log-probabilities').usage).toMatchObject({
      inputTokens: 17,
      cachedInputTokens: 16,
      outputTokens: 3,
    });
  });

  it('shows its reasoning apart, and takes an effort and a budget for it', () => {
    const result = resultOf('reasoning');
    expect(texts(result)).toEqual(['reasoning: I compute 2 + 3. The result is 5.\n', 'text: 2 + 3 = 5']);
    expect(caseOf('reasoning').sent).toMatchObject({
      chat_template_kwargs: { enable_thinking: true },
      reasoning_effort: 'low',
      reasoning_budget_tokens: 1024,
    });
    expect(result.warnings).toEqual([]);
  });

  it('streams calls, one after another', () => {
    const result = resultOf('two calls');
    expect(texts(result)).toEqual(['get_weather {"city": "Paris"}', 'get_weather {"city": "Rome"}']);
    expect(result.finishReason.unified).toBe('tool-calls');
    const truncated = resultOf('a call that is cut');
    expect(texts(truncated)).toEqual(['get_weather {"city":']);
    expect(truncated.finishReason.unified).toBe('length');
  });

  it('is made to call one tool by being offered no other, and to call none by being offered none', () => {
    expect(texts(resultOf('a forced tool'))).toEqual(['get_time {"city": "Paris"}']);
    expect(caseOf('no tool allowed').sent).not.toHaveProperty('tools');
  });

  it('keeps to a schema', () => {
    expect(texts(resultOf('a schema'))).toEqual(['text: {"name": "Anna", "age": 5}']);
  });

  it('is asked for one alternative where none is wanted, which is left out: it would report nothing at all', () => {
    const [part] = resultOf('log-probabilities').parts;
    expect(caseOf('log-probabilities').sent).toMatchObject({ logprobs: true, top_logprobs: 1 });
    expect(part).toMatchObject({
      text: 'I am',
      logprobs: [
        { token: 'I', top: [] },
        { token: ' ', top: [] },
        { token: 'am', top: [] },
      ],
    });
  });

  it('is not asked for log-probabilities beside tools, which it refuses', () => {
    expect(caseOf('log-probabilities beside tools').sent).not.toHaveProperty('logprobs');
    expect(resultOf('log-probabilities beside tools').warnings).toEqual([
      expect.objectContaining({ kind: 'ignored', param: 'top_logprobs' }),
    ]);
  });

  it('is cut at a stop sequence by us, because it does not say which one it met; what it has written counts', () => {
    const result = resultOf('a stop sequence');
    expect(texts(result)).toEqual(['text: I am a tiny ']);
    expect(result).toMatchObject({
      finishReason: { unified: 'stop-sequence', stopSequence: 'demo' },
      usage: { inputTokens: 17, outputTokens: 9 },
    });
    expect(result.usage).not.toHaveProperty('estimated');
  });

  it('goes on with text of the assistant without repeating it', () => {
    expect(texts(resultOf('an answer that goes on'))).toEqual(['text:  four ']);
  });

  it('counts in every piece: the start has the counts of the prompt, and an answer that is cut has its cost', () => {
    const events = eventsOf('text', 6);
    expect(events[0]).toMatchObject({ type: 'generation-start', usage: { inputTokens: 17 } });
    expect(events.at(-1)).toMatchObject({ type: 'generation-usage', usage: { inputTokens: 17, outputTokens: 5 } });
  });

  it('refuses a prompt that is too long with numbers, and a picture as a failure of its own, which it is not', () => {
    expect(error('a prompt that is too long')).toMatchObject({
      code: 'context-overflow',
      message: 'prompt is too long: 1210 tokens > 1024 maximum',
    });
    expect(error('a picture')).toMatchObject({
      code: 'unsupported',
      message: 'The model does not support image input.',
    });
  });
});
