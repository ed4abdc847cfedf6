// Ollama responds to a prompt longer than its context as if it were shorter, and shows this only in its count.
import { buildRequest, functionTool, message } from '@org/engine/testing';
import { run, useLive } from './live.js';

const live = useLive();

const counting = (inputTokens: number): void =>
  live.upstream.play((call) => {
    call.delta({ content: 'Hi' });
    call.finish('stop', { prompt_tokens: inputTokens, completion_tokens: 1, total_tokens: inputTokens + 1 });
  });
const truncatedPrompts = async (
  inputTokens: number,
  request: Parameters<typeof run>[1],
  profile: 'ollama' | 'vllm' = 'ollama',
): Promise<unknown[]> => {
  counting(inputTokens);
  const reported: unknown[] = [];
  expect(
    await run(live.languageModel({ profile, onPromptTruncated: (prompt) => reported.push(prompt) }), request),
  ).toMatchObject({
    text: 'Hi',
    error: undefined,
  });
  return reported;
};
const long = 'word '.repeat(10_000);

describe('a prompt for which the upstream counts far fewer tokens than it received', () => {
  it('causes a warning', async () => {
    expect(await truncatedPrompts(4096, long)).toEqual([{ characters: 50_000, inputTokens: 4096 }]);
  });

  it('causes a warning when tools make it long', async () => {
    expect(
      await truncatedPrompts(2048, buildRequest('hi', { tools: [{ ...functionTool('look'), description: long }] })),
    ).toMatchObject([{ inputTokens: 2048 }]);
  });

  it('is one only when it was not read completely', async () => {
    expect(await truncatedPrompts(10_000, long)).toEqual([]);
    expect(await truncatedPrompts(6, 'hi')).toEqual([]);
    expect(await truncatedPrompts(0, long)).toEqual([]);
  });

  it('is not judged by its pictures', async () => {
    const picture = {
      type: 'media',
      media: 'image',
      source: { type: 'base64', mediaType: 'image/png', data: 'A'.repeat(100_000) },
    } as const;
    expect(await truncatedPrompts(300, buildRequest([message('user', 'what is it?', picture)]))).toEqual([]);
  });

  it('does not occur with other servers', async () => {
    expect(await truncatedPrompts(4096, long, 'vllm')).toEqual([]);
  });
});
