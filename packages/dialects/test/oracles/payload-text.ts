// Clients rename what they read. These bring both sides of a comparison to the words of the wire.

/** The value with its members named as on the wire, and without those that are null or undefined: both say nothing. */
export function payloadText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(payloadText);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).map(
    ([key, member]) => [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), payloadText(member)] as const,
  );
  return Object.fromEntries(named.filter(([, member]) => member !== undefined && member !== null));
}

/** The value without the named members, wherever they stand. */
export function without(value: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)));
}

/** What JSON text says, or the text itself where it was cut or is free-form. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
