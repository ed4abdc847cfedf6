import { passedOnWarnings } from '#src/upstream-api/passed-on-warnings.js';

const header = (value: string | readonly string[]): Readonly<Record<string, string | readonly string[]>> => ({
  'x-service-warning': value,
});
const clean = (text: string): string | undefined =>
  text.includes('hidden') ? undefined : text.replaceAll('canary', '[redacted]');
const tool = { kind: 'dropped', param: 'tools.0', message: 'It runs at the vendor, and only there.' };

describe('what an upstream of this service did not honour', () => {
  it.each([
    ['as values', ['dropped tools.0: It runs at the vendor, and only there.', 'ignored moon: It has no effect.']],
    ['joined by a proxy', 'dropped tools.0: It runs at the vendor, and only there., ignored moon: It has no effect.'],
  ])('is read %s', (_, value) => {
    expect(passedOnWarnings(header(value), true, clean)).toEqual([
      tool,
      { kind: 'ignored', param: 'moon', message: 'It has no effect.' },
    ]);
  });

  it('causes a warning with the client field when that contained the value', () => {
    const value = header(['dropped tools.0: Gone.', 'dropped messages.2.content.1: Gone.', 'dropped input.2: Gone.']);
    expect(passedOnWarnings(value, true, clean).map(({ param, message }) => `${param}: ${message}`)).toEqual([
      'tools.0: Gone.',
      'upstream: messages.2.content.1: Gone.',
      'upstream: input.2: Gone.',
    ]);
    expect(passedOnWarnings(value, false, clean).map(({ param, message }) => `${param}: ${message}`)).toEqual([
      'upstream: tools.0: Gone.',
      'upstream: messages.2.content.1: Gone.',
      'upstream: input.2: Gone.',
    ]);
  });

  it('names the upstream once, for any number of chained upstreams', () => {
    expect(passedOnWarnings(header('dropped upstream: tools.0: Gone.'), false, clean)).toEqual([
      { kind: 'dropped', param: 'upstream', message: 'tools.0: Gone.' },
    ]);
  });

  it('shows no secret of the upstream', () => {
    expect(passedOnWarnings(header(['dropped tools.0: At canary.', 'dropped tools.1: hidden']), true, clean)).toEqual([
      { kind: 'dropped', param: 'tools.0', message: 'At [redacted].' },
    ]);
  });

  it.each([{}, header(''), header('something else'), header('lost tools.0: Gone.'), header('dropped tools.0:')])(
    'is nothing when a header reports no warning: %j',
    (headers) => {
      expect(passedOnWarnings(headers, true, clean)).toEqual([]);
    },
  );
});
