import { Breather } from './breather.js';

/** `values.map(make)`. Others have their turn while the values of a long list are made. */
export async function mapWithRests<Value, Made>(
  values: readonly Value[],
  make: (value: Value) => Made,
): Promise<readonly Made[]> {
  const breather = new Breather();
  const made: Made[] = [];
  for (const value of values) {
    made.push(make(value));
    if (breather.due) await breather.rest();
  }
  return made;
}
