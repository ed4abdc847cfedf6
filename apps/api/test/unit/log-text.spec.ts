import { toLogText } from '#src/log-text.js';

const textOf = (record: object): string => toLogText(`${JSON.stringify(record)}\n`);
const time = '2026-11-28T09:20:01.304Z';

describe('a log record on a terminal', () => {
  it('is one line with time, level and message, then what the request was and its fields', () => {
    expect(
      textOf({
        level: 40,
        time,
        msg: 'request',
        requestId: 'req_1',
        keyId: 'alice',
        method: 'POST',
        route: '/v1/responses',
        status: 502,
        totalMs: 12,
        model: 'my model',
        error: 'upstream-failed',
        reason: 'The service could not reach the upstream.',
        fallbacks: ['temperature'],
      }),
    ).toBe(
      '09:20:01.304 WARN  request POST /v1/responses 502 12ms requestId=req_1 keyId=alice model="my model" error=upstream-failed reason="The service could not reach the upstream." fallbacks=["temperature"]\n',
    );
  });

  it('has the stack of an error below it', () => {
    expect(
      textOf({ level: 50, time, msg: 'job', err: { type: 'Error', message: 'm', stack: 'Error: m\n    at x' } }),
    ).toBe('09:20:01.304 ERROR job\n    Error: m\n        at x\n');
    expect(textOf({ level: 50, time, msg: 'job', err: 'text' })).toBe('09:20:01.304 ERROR job\n    "text"\n');
  });

  it('has no control character that a terminal would interpret', () => {
    const evil = '\u001b[2J\u009b31m\r\n\u202ereversed';
    const text = textOf({ level: 30, time, msg: evil, model: evil, err: { stack: evil } });
    // eslint-disable-next-line no-control-regex
    expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it.each(['not JSON\n', '[1]\n', '"text"\n'])('is unchanged where it is no record: %s', (line) => {
    expect(toLogText(line)).toBe(line);
  });
});
