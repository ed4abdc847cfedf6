// The service reports the prompt's usage at the start of a response, as early as the upstream reports it.
import type { ProfileName } from '#src/chat-completions/profiles/index.js';
import type { JsonObject } from '@org/engine';
import { buildRequest } from '@org/engine/testing';
import { run, useLive } from './live.js';

const live = useLive();

const counted = (completion: number): JsonObject => ({
  usage: {
    prompt_tokens: 11,
    completion_tokens: completion,
    total_tokens: 11 + completion,
    prompt_tokens_details: null,
  },
});
const roleOnly = { role: 'assistant', content: '', reasoning_content: null, tool_calls: null };

it.each<[string, ProfileName, JsonObject]>([
  ['vLLM, which counts in its first chunk', 'vllm', counted(0)],
  ['SGLang, which counts from the first chunk of the response on', 'sglang', { usage: null }],
])('a response of %s starts with the count of its prompt', async (_, profile, first) => {
  live.upstream.play((call) => {
    call.start();
    call.chunk({ choices: [{ index: 0, delta: roleOnly, finish_reason: null }], ...first });
    call.chunk({
      choices: [
        {
          index: 0,
          delta: { role: null, content: 'Hi', reasoning_content: null, tool_calls: null },
          finish_reason: null,
        },
      ],
      ...counted(1),
    });
    call.finish('stop', { prompt_tokens: 11, completion_tokens: 1, total_tokens: 12 });
  });
  const { events, text, error } = await run(live.languageModel({ profile, retries: 0 }), buildRequest('hello'));
  expect([error, text]).toEqual([undefined, 'Hi']);
  expect(events[0]).toMatchObject({ type: 'generation-start', usage: { inputTokens: 11 } });
});
