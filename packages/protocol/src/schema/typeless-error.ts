/**
 * Reads what llama.cpp and others send instead of an `error` event: `{ "error": { ... } }`, which has no type and is
 * therefore not an event.
 */
export function typelessError(event: object): { readonly kind: string; readonly message: string } | undefined {
  if ('type' in event || !('error' in event)) return undefined;
  const { error } = event;
  if (typeof error !== 'object' || error === null) return { kind: 'of no type', message: String(error) };
  const { type, message } = error as { readonly type?: unknown; readonly message?: unknown };
  return { kind: String(type ?? 'of no type'), message: String(message ?? 'no message') };
}
