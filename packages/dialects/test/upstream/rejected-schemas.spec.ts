// A tool with an invalid schema, at an upstream that rejects the request without naming it.
import type { GenerationRequest } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { failure, LiveUpstreamApi, apis } from './live-upstream-api.js';

describe.each(apis)('an upstream of $name that rejects a request without a reason', (upstreamFixture) => {
  const live = new LiveUpstreamApi(upstreamFixture);
  beforeAll(() => live.start());
  afterAll(() => live.stop());

  it.each([false, true])(
    'names the tool with the invalid schema to the client, for the same dialect: %j',
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
