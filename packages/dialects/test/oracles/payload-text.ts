// Clients rename what they read. These functions convert both sides of a comparison to the API's names.

/** The value with API member names, without null or undefined members, which carry no information. */
export function payloadText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(payloadText);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).map(
    ([key, member]) => [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), payloadText(member)] as const,
  );
  return Object.fromEntries(named.filter(([, member]) => member !== undefined && member !== null));
}

/** The value without the named members, at any depth. */
export function without(value: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)));
}

/** Parsed JSON text, or the text itself where it is truncated or free-form. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
