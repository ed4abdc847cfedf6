import { isObject, type ForwardedError, type JsonValue } from '@org/engine';

/** Matches a path of an element of the conversation, in any notation, at the start or within a text. */
const elementPath = /(?<![\w.])(?:messages|input)(?:\.|\[)\d+(?:\]|(?=\b))(?:[.[][\w'"-]+\]?)*(?:: ?)?/g;

/**
 * An upstream's error about a conversation that starts with earlier turns, which the client has not sent: the indexes
 * in the paths are not those of its request, so the error names none.
 */
export function withoutUpstreamPaths({ message, param, details, ...error }: ForwardedError): ForwardedError {
  const text = message?.replaceAll(elementPath, '');
  const clean = withoutPaths(details);
  return {
    ...error,
    ...(text !== undefined && text !== '' && { message: text }),
    ...(param !== undefined && param.replaceAll(elementPath, '') === param && { param }),
    ...(isObject(clean) && { details: clean }),
  };
}

/** Without texts that are such a path, and without lists of them. */
function withoutPaths(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === 'string') return value.replaceAll(elementPath, '') === value ? value : undefined;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const elements = value.map(withoutPaths).filter((element) => element !== undefined);
    return elements.length === value.length ? elements : undefined;
  }
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const clean = withoutPaths(member);
    return clean === undefined ? [] : [[name, clean]];
  });
  return Object.fromEntries(members);
}
