import { YieldTimer } from './yield-timer.js';

/** `values.map(make)`. Others have their turn while the values of a long list are made. */
export async function mapYielding<Value, Made>(
  values: readonly Value[],
  make: (value: Value) => Made,
): Promise<readonly Made[]> {
  const yieldTimer = new YieldTimer();
  const made: Made[] = [];
  for (const value of values) {
    made.push(make(value));
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  return made;
}
