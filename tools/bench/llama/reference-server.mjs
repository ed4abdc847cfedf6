// A server with the chat-completions API: llama.cpp's own, or any running one.
import { requireServer } from '../../llama-server/find-server.mjs';
import { runServer } from '../../llama-server/run-server.mjs';

/**
 * llama.cpp's own server on the same file with the same number of slots, threads and context tokens, and with its
 * defaults for the rest.
 */
export async function builtServer({ model, threads, slots, context }) {
  const { origin, pid, close } = await runServer(requireServer(), { model, slots, contextLength: context, threads });
  return { ...referenceServer(`${origin}/v1`), name: 'llama-server', pids: () => [pid], close };
}

/** @param {string} url URL up to and including /v1 */
export function referenceServer(url) {
  return {
    name: 'reference',
    pids: () => [],
    close: () => undefined,
    async run({ prompts, tokens }) {
      const started = performance.now();
      return await Promise.all(prompts.map((prompt) => stream(url, prompt, tokens, started)));
    },
  };
}

async function stream(url, prompt, tokens, started) {
  const times = { first: Number.NaN, last: Number.NaN, count: 0, prompt: 0 };
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'bench',
      messages: [{ role: 'user', content: prompt }],
      temperature: 0,
      max_tokens: tokens,
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  if (!response.ok) throw new Error(`the reference server returned ${response.status}`);
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { choices, usage } = JSON.parse(line.slice(6));
      if (typeof choices?.[0]?.delta?.content === 'string' && choices[0].delta.content !== '') {
        times.last = performance.now() - started;
        if (times.count === 0) times.first = times.last;
        times.count += 1;
      }
      if (usage) Object.assign(times, { count: usage.completion_tokens, prompt: usage.prompt_tokens });
    }
  }
  return times;
}
