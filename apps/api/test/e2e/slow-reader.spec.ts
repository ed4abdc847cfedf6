import { setImmediate } from 'node:timers/promises';
import type { GenerationEvent } from '@org/engine/model/generation-event';
import { emptyUsage } from '@org/engine/model/usage';
import type { Generator } from '@org/engine/ports/generator';
import { eventually } from '../kit/eventually.js';
import { openPost } from '../kit/raw-request.js';
import { playing } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const chunk = 'x'.repeat(1000);

/** Says `chunk` for ever, as fast as it is read, and counts. */
function endless(): Generator & { said: number } {
  const inner = playing();
  const generator = {
    said: 0,
    card: () => inner.card(),
    close: () => inner.close(),
    async *generate(): AsyncGenerator<GenerationEvent> {
      yield { type: 'generation-start', model: 'm', usage: emptyUsage, warnings: [] };
      yield { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
      for (;;) {
        generator.said++;
        // Lets the rest of the program run: without backpressure this test has to fail, not to hang.
        if (generator.said % 50 === 0) await setImmediate();
        yield { type: 'part-delta', index: 0, delta: { type: 'text', text: chunk } };
      }
    },
  };
  return generator;
}

let service: TestService;
afterEach(() => service.close());

describe('a client that does not read', () => {
  it('holds the generator back, and little is kept for it', async () => {
    const generator = endless();
    service = await startTestService({ models: { m: generator } });
    const socket = openPost(service.url, '/v1/messages', service.messagesHeaders, { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    socket.pause();
    let before = -1;
    await eventually(() => {
      const still = generator.said > 0 && generator.said === before;
      before = generator.said;
      return still;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(generator.said).toBe(before);
    socket.destroy();
  });

  it('that begins to read again gets on', async () => {
    const generator = endless();
    service = await startTestService({ models: { m: generator } });
    const socket = openPost(service.url, '/v1/messages', service.messagesHeaders, { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { said } = generator;
    let received = 0;
    socket.on('data', (data) => (received += data.length));
    socket.resume();
    await eventually(() => received > 10_000_000, 10_000);
    expect(generator.said).toBeGreaterThan(said);
    socket.destroy();
  });
});
