// The error text that a client shows its user, for any server of either API.
import { readErrorBody } from '#src/messages/client.js';
import { readErrorBody as ofResponses } from '#src/responses/client.js';

const nothing = { message: undefined, type: undefined, code: undefined, param: undefined };

describe('the body of an error', () => {
  it.each<[server: string, body: unknown, report: Partial<typeof nothing> | object]>([
    [
      'a service of the messages dialect',
      {
        type: 'error',
        error: { type: 'not_found_error', message: 'No.', details: { error_code: 'thread_not_found' } },
        request_id: 'req_1',
      },
      { type: 'not_found_error', message: 'No.', code: 'thread_not_found' },
    ],
    [
      'a service of the responses dialect',
      { error: { message: 'No.', type: 'invalid_request_error', param: 'model', code: 'model_not_found' } },
      { message: 'No.', type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
    ],
    [
      'an `error` event of the responses dialect',
      { type: 'error', code: 'server_error', message: 'No.', param: null, sequence_number: 3 },
      { code: 'server_error', message: 'No.' },
    ],
    [
      'llama.cpp, whose code is the status',
      { error: { code: 404, message: 'No.', type: 'not_found_error' } },
      { message: 'No.', type: 'not_found_error' },
    ],
    [
      'vLLM before it had `error`',
      { object: 'error', message: 'No.', type: 'NotFoundError', param: null, code: 404 },
      { message: 'No.', type: 'NotFoundError' },
    ],
    ['Ollama, with a text', { error: 'model not found' }, { message: 'model not found' }],
    ['a proxy, with a page', '<html>Bad Gateway</html>', {}],
    ['nobody', null, {}],
  ])('of %s', (_, body, report) => {
    expect(readErrorBody(body)).toEqual({ ...nothing, ...report });
  });

  it('is read in the same way in both dialects', () => {
    expect(ofResponses).toBe(readErrorBody);
  });
});
