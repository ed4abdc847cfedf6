import { errorKinds, errorTypes, findFailureStatus, responseErrorCodes } from '#src/responses.js';

describe('the status of a failure in the middle of a response', () => {
  it('is known for every error code of a failed response except the general one', () => {
    expect(responseErrorCodes.filter((code) => findFailureStatus(code) === undefined)).toEqual(['server_error']);
  });

  it('equals the status of an HTTP error with the same code or type', () => {
    const coded = errorKinds.flatMap(({ code, status }) =>
      code === null || code === 'server_error' ? [] : [[code, status] as const],
    );
    expect(coded.map(([code]) => [code, findFailureStatus(code)])).toEqual(coded);
    expect(errorTypes.map(findFailureStatus)).toEqual([400, 401, 403, 404, 409, 424, 429, undefined, 503]);
  });

  it('separates client errors from server errors', () => {
    expect(
      ['invalid_prompt', 'image_parse_error', 'insufficient_quota', 'vector_store_timeout', 'slow_down'].map(
        findFailureStatus,
      ),
    ).toEqual([400, 400, 429, 504, 503]);
    expect(['image_of_tomorrow', 'never_heard_of', 'constructor'].map(findFailureStatus)).toEqual([
      400,
      undefined,
      undefined,
    ]);
  });
});
