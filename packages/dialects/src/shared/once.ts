/** Creates a value on first use: few callers need it, and those may request it many times. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
