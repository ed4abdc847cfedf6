/** Microseconds of a clock that all processes of one machine share. */
export function microseconds() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1000);
}
