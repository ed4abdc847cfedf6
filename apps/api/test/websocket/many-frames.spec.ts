import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('many short frames of a WebSocket', () => {
  it('are read one in each turn of the event loop', async () => {
    const { socket, frames, send } = await openFrames(service.url, service.responsesHeaders);
    let turns = 0;
    let isEnded = false;
    const count = (): void => {
      turns += 1;
      if (!isEnded) setImmediate(count);
    };
    // All of them arrive in one read.
    for (let n = 0; n < 200; n++) send('not JSON');
    setImmediate(count);
    await eventually(() => frames.length === 200);
    isEnded = true;
    expect(turns).toBeGreaterThanOrEqual(200);
    socket.terminate();
  });
});
