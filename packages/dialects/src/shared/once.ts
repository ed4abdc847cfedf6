/** Makes something when it is first asked for: what few need, and who needs it may ask for many times. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
