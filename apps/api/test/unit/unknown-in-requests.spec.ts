import { unknownInRequests } from '#src/batches/unknown-in-requests.js';

const warningsOf = (
  requests: readonly object[],
  forwardsUnknownFields = (_model: unknown): boolean => false,
): readonly string[] =>
  unknownInRequests({ requests }, forwardsUnknownFields).map(
    ({ kind, param, message }) => `${kind} ${param}: ${message}`,
  );

describe('Unknown fields in the requests of a batch', () => {
  it('are reported once, with the first request and the number of requests that have them', () => {
    const params = { model: 'm', max_tokens: 9, sun: 1 };
    expect(
      warningsOf([
        { custom_id: 'a', params: { model: 'm' } },
        { custom_id: 'b', params, sun: 1 },
        { custom_id: 'c', params },
      ]),
    ).toEqual([
      "ignored requests.1.sun: 'sun' is unknown; the service ignores it.",
      "ignored requests.1.params.sun: 'sun' is unknown; the service ignores it (in 2 requests).",
    ]);
  });

  it('are not reported when null or forwarded to an upstream that may support them', () => {
    expect(
      warningsOf(
        [
          { custom_id: 'a', params: { model: 'far', sun: 1 } },
          { custom_id: 'b', params: { model: 'm', moon: null }, star: null },
        ],
        (model) => model === 'far',
      ),
    ).toEqual([]);
  });

  it('are reported for at most a hundred names, each with the number of requests', () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, 1]));
    const warnings = warningsOf([
      { custom_id: 'a', params: many },
      { custom_id: 'b', params: { f0: 1, f100: 1 } },
    ]);
    expect(warnings).toHaveLength(100);
    expect([warnings[0], warnings[99]]).toEqual([
      "ignored requests.0.params.f0: 'f0' is unknown; the service ignores it (in 2 requests).",
      "ignored requests.0.params.f99: 'f99' is unknown; the service ignores it.",
    ]);
  });
});
