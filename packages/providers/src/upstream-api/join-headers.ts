type Headers = Readonly<Record<string, string>>;

/** The headers of one request, each joined with the one of the same name that every request has: they are lists. */
export function joinHeaders(fixed: Headers, own: Headers): Headers {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const [known, before] = Object.entries(fixed).find(([other]) => other.toLowerCase() === name) ?? [name];
      return [known, before === undefined ? value : `${before},${value}`];
    }),
  );
}
