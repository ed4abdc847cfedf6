// A tool whose schema is none, at an upstream that refuses the request without naming it.
import type { GenerationRequest } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { failure, LiveUpstreamApi, apis } from './live-upstream-api.js';

describe.each(apis)('an upstream of $name that refuses a request without saying why', (upstreamFixture) => {
  const live = new LiveUpstreamApi(upstreamFixture);
  beforeAll(() => live.start());
  afterAll(() => live.stop());

  it.each([false, true])(
    'has the client told of the tool whose schema is none, of the dialect itself: %j',
    async (sameDialect) => {
      live.upstream.play((call) =>
        call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: 'Bad request' } }),
      );
      const tool = {
        ...functionTool('look'),
        inputSchema: { type: 'object', properties: { at: { type: 'object', required: true } } },
      };
      const request: GenerationRequest = {
        ...buildRequest('hello', { tools: [tool] }),
        ...(sameDialect && { extensions: { [upstreamFixture.api.dialect]: {} } }),
      };
      expect(await failure(live.languageModel({ retries: 0 }), request)).toMatchObject({
        code: 'invalid-request',
        param: 'tools',
        message: expect.stringContaining('the tool "look" is not valid at properties.at.required') as string,
      });
    },
  );
});
