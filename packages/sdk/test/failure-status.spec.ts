import { failureStatus } from '#src/failure-status.js';

describe('the status of an error after the response headers', () => {
  it.each<[code: string | undefined, type: string | undefined, status: number]>([
    ['invalid_prompt', undefined, 400],
    ['image_parse_error', undefined, 400],
    ['insufficient_quota', undefined, 429],
    ['server_overloaded', 'service_unavailable_error', 503],
    ['upstream_error', 'server_error', 502],
    ['thread_not_found', 'not_found_error', 404],
    [undefined, 'overloaded_error', 529],
    ['server_error', 'server_error', 500],
    ['never_heard_of', undefined, 500],
  ])('code %s of type %s is %i', (code, type, status) => {
    expect(failureStatus({ code, type })).toBe(status);
  });
});
