const acceptedPattern =
  /expected|supported (?:values|types|tools|roles)|(?:allowed|permitted|possible|valid) (?:values|types)|(?:should|must) be/i;

/** The text of an error up to the list of what the server accepts: later words are not what it rejects. */
export function beforeAcceptedValues(text: string): string {
  return text.split(acceptedPattern, 1)[0] ?? '';
}
