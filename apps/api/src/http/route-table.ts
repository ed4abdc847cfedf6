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
    const methods = this.#matching(path).flatMap((route) => [...route.methods]);
    return [...new Set(methods)].toSorted();
  }

  /** The pattern of `path`, as OpenAPI writes it: `/v1/responses/{id}`. Of several the one that names most of it. */
  patternOf(path: string): string | undefined {
    const [pattern] = this.#matching(path).map(({ segments }) => segments.join('/').replaceAll(/:(\w+)/g, '{$1}')).toSorted((one, other) => one.split('{').length - other.split('{').length);
    return pattern;
  }

  #matching(path: string): readonly Route[] {
    const segments = path.split('/');
    return [...this.#routes.values()].filter((route) => matches(route.segments, segments));
  }

  /** Every pattern with its methods. */
  get routes(): ReadonlyMap<string, ReadonlySet<string>> {
    return new Map([...this.#routes].map(([url, route]) => [url, route.methods]));
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((segment, index) => (segment.startsWith(':') ? path[index] !== '' : segment === path[index]));
}
