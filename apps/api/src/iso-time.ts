/**
 * The time of a log line, as pino takes it: `,"time":"2026-01-31T12:00:00.000Z"`. All but the milliseconds is made once a
 * second.
 */
export function isoTime(now: () => number = Date.now): () => string {
  let second = Number.NaN;
  let untilSecond = '';
  return () => {
    const time = now();
    const milliseconds = time % 1000;
    if (time - milliseconds !== second) {
      second = time - milliseconds;
      untilSecond = `,"time":"${new Date(second).toISOString().slice(0, -'000Z'.length)}`;
    }
    return `${untilSecond}${String(milliseconds).padStart(3, '0')}Z"`;
  };
}
