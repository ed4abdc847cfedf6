import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { IdempotentWrite } from '#src/request-context/idempotent-write.js';
import { ResponseRecording } from '#src/request-context/response-recording.js';
import { RequestContext } from '#src/request-context/request-context.js';
import { streamReply } from '#src/http/reply/stream-reply.js';
import { settlementOf } from '../kit/settlement.js';

async function* twoItems(): AsyncGenerator<string> {
  yield 'data: 1\n\n';
  await pause(20);
  yield 'bad';
}

describe('a stream whose error cannot be sent', () => {
  it('is aborted, releases its idempotency key, and is logged as a failure', async () => {
    const requestContext = new RequestContext({ requestId: 'req_1', dialect: 'responses' });
    const settled: unknown[] = [];
    requestContext.idempotentWrite = new IdempotentWrite();
    requestContext.idempotentWrite.recording = new ResponseRecording(1000, settlementOf(settled));
    const source = {
      items: twoItems(),
      format: (item: string): string => {
        if (item === 'bad') throw new TypeError('not to be formatted');
        return item;
      },
      isLast: () => false,
      end: '',
      fail: (): string => {
        throw new TypeError('not to be formatted either');
      },
    };
    const server = fastify();
    const finished = Promise.withResolvers<void>();
    server.get('/', (_, reply) => {
      streamReply(reply, source, { requestContext, keepAlive: { frame: () => ':\n\n' }, keepAliveMs: 10 }).then(
        finished.resolve,
        finished.reject,
      );
    });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(url);
    await expect(response.text()).rejects.toThrow('terminated');
    await finished.promise;
    expect(settled).toEqual([undefined]);
    expect(requestContext.log.failure).toMatchObject({
      code: 'internal',
      cause: { message: 'not to be formatted either' },
    });
    await server.close();
  });
});
