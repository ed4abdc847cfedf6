/** Fields that the user adds to a request, or why the text has none. */
export type ExtraFields =
  | { readonly isValid: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly isValid: false; readonly reason: string };

/** Reads the text of a JSON object. Empty text has no fields. */
export function parseExtraFields(text: string): ExtraFields {
  if (text.trim() === '') return { isValid: true, fields: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { isValid: true, fields: { ...value } };
    return { isValid: false, reason: 'This is not a JSON object.' };
  } catch (thrown) {
    return { isValid: false, reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
