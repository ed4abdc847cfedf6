// What model lists of individual servers report about a model.
import { readModelFacts } from '#src/shared/read-model-facts.js';
import type { JsonObject } from '@org/engine';

const facts = (entry: JsonObject): unknown => readModelFacts(JSON.stringify({ data: [{ id: 'm', ...entry }] }), 'm');

describe('the maximum context and output length', () => {
  it.each<[string, JsonObject]>([
    ['vLLM', { max_model_len: 32_768 }],
    ['llama.cpp', { meta: { n_ctx: 32_768, n_ctx_train: 131_072 } }],
    ['OpenRouter', { context_length: 32_768, top_provider: { context_length: 32_768, max_completion_tokens: null } }],
    ['Mistral', { max_context_length: 32_768 }],
    ['Groq', { context_window: 32_768, public_apps: null }],
    ['Anthropic', { max_input_tokens: 32_768 }],
  ])('is read where %s reports it', (_, entry) => {
    expect(facts(entry)).toEqual({ contextLength: 32_768 });
  });

  it.each<[string, JsonObject]>([
    ['Anthropic', { max_tokens: 8192 }],
    ['Groq', { max_completion_tokens: 8192 }],
    ['OpenRouter', { top_provider: { max_completion_tokens: 8192 } }],
  ])('is read for output where %s reports it', (_, entry) => {
    expect(facts(entry)).toEqual({ maxOutputTokens: 8192 });
  });

  it('is unknown when it is reported as 0, and another member may contain it', () => {
    expect(facts({ context_length: 0, max_tokens: 0 })).toEqual({});
    expect(facts({ context_length: 0, max_input_tokens: 32_768 })).toEqual({ contextLength: 32_768 });
  });
});
