import { readTraceContext, traceHeaders, traceIdOf } from '#src/ports/trace-context.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${traceId}-00f067aa0ba902b7-01`;
const stateOf = (state: unknown): string | undefined => readTraceContext(parent, state)?.tracestate;

describe('a trace context', () => {
  it('passes on unchanged and names its trace', () => {
    const trace = readTraceContext(parent, 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE');
    expect(traceHeaders(trace)).toEqual({ traceparent: parent, tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE' });
    expect(trace && traceIdOf(trace)).toBe(traceId);
    expect(traceHeaders(undefined)).toEqual({});
  });

  it.each([
    ['capitals', parent.toUpperCase()],
    ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a parent of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${traceId}-00f067aa0ba902b7-01`],
    ['more than its version has', `${parent}-more`],
    ['less', parent.slice(0, -1)],
    ['two of them', `${parent}, ${parent}`],
    ['line breaks', `${parent}\r\nx-evil: 1`],
    ['spaces', ` ${parent}`],
    ['another type', [parent]],
    ['nothing', undefined],
  ])('is ignored with %s', (_, text) => {
    expect(readTraceContext(text, 'a=b')).toBeUndefined();
  });

  it('reports a later version as the known one', () => {
    expect(readTraceContext(`cc-${traceId}-00f067aa0ba902b7-03-more`, undefined)).toEqual({ traceparent: parent });
    expect(readTraceContext(`cc-${traceId}-00f067aa0ba902b7-02`, undefined)).toEqual({
      traceparent: parent.replace(/1$/, '0'),
    });
    expect(readTraceContext(`cc-${traceId}-00f067aa0ba902b7-01x`, undefined)).toBeUndefined();
  });

  it('drops a malformed state and retains the parent', () => {
    for (const state of [
      '',
      ',',
      'noequals',
      'UPPER=1',
      'a=1,a=2',
      'a=b\r\nx: y',
      'a=\u00e9',
      `a=${'x'.repeat(300)}`,
      'a=b=c',
      Array.from({ length: 33 }, (_, index) => `k${index}=v`).join(','),
    ]) {
      expect([state, readTraceContext(parent, state)]).toEqual([state, { traceparent: parent }]);
    }
  });

  it('omits the empty members of its state', () => {
    expect(stateOf('a=1, , tenant@system=x y ,')).toBe('a=1,tenant@system=x y');
  });
});
