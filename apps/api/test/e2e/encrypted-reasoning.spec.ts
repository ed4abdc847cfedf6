// Reasoning that a client stores and sends back: only the owner who received it can use it.
import { recording, type Recording } from '../conversations/recording.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

const reasoningText = 'Anna lives in Rome.';
let model: Recording;
let service: TestService;
beforeAll(async () => {
  model = recording([{ type: 'reasoning', text: reasoningText }, 'Noted.']);
  service = await startTestService({ models: { m: model } });
});
afterAll(() => service.close());

const requests = [
  ['/v1/messages', 'signed', { max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 1024 } }],
  [
    '/v1/messages',
    'omitted',
    { max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 1024, display: 'omitted' } },
  ],
  ['/v1/responses', 'encrypted', { store: false, include: ['reasoning.encrypted_content'] }],
] as const;

describe.each(requests)('reasoning of %s that is %s', (path, _, request) => {
  const history = path === '/v1/messages' ? 'messages' : 'input';
  const ask = async (
    turns: readonly unknown[],
    key = service.key,
  ): Promise<{ output: readonly unknown[]; warning: string | null }> => {
    const reply = await service.post(
      path,
      { model: 'm', ...request, [history]: turns },
      { 'vendor-version': '2023-06-01', authorization: `Bearer ${key}` },
    );
    expect(reply.status).toBe(200);
    const body = (await reply.json()) as { content?: readonly unknown[]; output?: readonly unknown[] };
    return { output: body.content ?? body.output ?? [], warning: reply.headers.get('x-service-warning') };
  };
  const question = { role: 'user', content: 'Hi' };
  const goOn = (output: readonly unknown[]): readonly unknown[] => [
    question,
    ...(path === '/v1/messages' ? [{ role: 'assistant', content: output }] : output),
    question,
  ];

  it('is forwarded to the model when its owner sends it back', async () => {
    const { output } = await ask([question]);
    expect(await ask(goOn(output))).toMatchObject({ warning: null });
    expect(model.promptMessages()[1]).toContain(`(${reasoningText})`);
  });

  it('is omitted with a warning when another owner sends it', async () => {
    const { output } = await ask([question]);
    const { warning } = await ask(goOn(output), otherKey);
    expect(warning).toMatch(/reasoning/);
    expect(model.promptMessages().join('\n')).not.toContain(reasoningText);
  });
});
