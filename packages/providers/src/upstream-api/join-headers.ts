type Headers = Readonly<Record<string, string>>;

/** Merges a request's headers with the fixed ones; headers of one name are joined as lists. */
export function joinHeaders(fixed: Headers, own: Headers): Headers {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const [known, before] = Object.entries(fixed).find(([other]) => other.toLowerCase() === name) ?? [name];
      return [known, before === undefined ? value : `${before},${value}`];
    }),
  );
}
