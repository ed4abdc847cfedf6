import { createScriptedModel } from '@org/engine/testing';
import { textResponse } from '../kit/scripts.js';
import { startTestService } from '../kit/start-service.js';

describe('a large request', () => {
  it('yields to other requests between parsing and responding, in both dialects', async () => {
    let others = -1;
    const turn = (): void => {
      if (others < 0) return;
      others += 1;
      setImmediate(turn);
    };
    const parse = JSON.parse.bind(JSON);
    const parsed = jest.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      const value: unknown = parse(text, reviver);
      // A large body is parsed in parts; this one comes first.
      if (text.includes('of ') && others < 0) {
        others = 0;
        setImmediate(turn);
      }
      return value;
    });
    const seen: number[] = [];
    const languageModel = createScriptedModel({
      id: 'm',
      script: () => {
        seen.push(others);
        others = -1;
        return textResponse('Read.');
      },
    });
    const service = await startTestService({ models: { m: languageModel } });
    const text = 'a "long" text\n'.repeat(1_000_000);
    // The name needs an escape, because bodies without one do not pass through the `JSON.parse` that this test
    // watches.
    const metadata = { 'of "m"': 'x' };
    const response = await service.post(
      '/v1/responses',
      { model: 'm', store: false, metadata, input: text },
      service.responsesHeaders,
    );
    const message = await service.post(
      '/v1/messages',
      { model: 'm', max_tokens: 9, metadata, messages: [{ role: 'user', content: text }] },
      service.messagesHeaders,
    );
    expect([response.status, message.status]).toEqual([200, 200]);
    expect(seen.length).toBe(2);
    expect(Math.min(...seen)).toBeGreaterThan(0);
    parsed.mockRestore();
    await service.close();
  });
});
