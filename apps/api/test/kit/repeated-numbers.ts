/** Each keep-alive repeats the number of the event before it, and follows one. */
export function expectRepeatedNumbers(events: readonly Readonly<Record<string, unknown>>[]): void {
  const places = events.flatMap(({ type }, at) => (type === 'keepalive' ? [at] : []));
  expect(places).not.toEqual([]);
  for (const at of places) {
    expect(events[at]?.['sequence_number']).toEqual(expect.any(Number));
    expect(events[at]?.['sequence_number']).toBe(events[at - 1]?.['sequence_number']);
  }
}
