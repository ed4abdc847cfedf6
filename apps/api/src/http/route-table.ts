// Which methods each path takes, so that a wrong method is told apart from a wrong path.

interface Route {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** Collects the routes as they are registered. Patterns consist of plain segments and `:parameters`. */
export class RouteTable {
  readonly #routes = new Map<string, Route>();

  add(url: string, method: string | readonly string[]): void {
    const route = this.#routes.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const name of typeof method === 'string' ? [method] : method) route.methods.add(name);
    this.#routes.set(url, route);
  }

  /** The methods that `path` (without query) takes; none when there is no such path. */
  methodsOf(path: string): readonly string[] {
    const segments = path.split('/');
    const methods = [...this.#routes.values()].filter((route) => matches(route.segments, segments)).flatMap((route) => [...route.methods]);
    return [...new Set(methods)].toSorted();
  }

  /** The pattern that a wrong path was meant for: it has more or fewer segments in front, as from a base URL with or without `/v1`, or empty ones. */
  nearestTo(path: string): string | undefined {
    const segments = path.split('/').filter((segment) => segment !== '');
    return [...this.#routes.entries()].find(([, route]) => endAlike(route.segments.slice(1), segments))?.[0];
  }

  /** Every pattern with its methods. */
  get routes(): ReadonlyMap<string, ReadonlySet<string>> {
    return new Map([...this.#routes].map(([url, route]) => [url, route.methods]));
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((segment, index) => (segment.startsWith(':') ? path[index] !== '' : segment === path[index]));
}

/** Whether one of them is the end of the other, from a segment on that both spell out. */
function endAlike(pattern: readonly string[], path: readonly string[]): boolean {
  const length = Math.min(pattern.length, path.length);
  const [end, same] = [pattern.slice(-length), path.slice(-length)];
  return length > 0 && end[0] === same[0] && matches(end, same);
}
