// The allowed methods of each path, to distinguish a wrong method from a wrong path.
import type { RequestKind } from '../limits/key-quota.js';

interface Route {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
  /** As what the limits of keys count its requests, by method. */
  readonly kinds: Map<string, RouteKind | undefined>;
}

/** `public`: not at all. */
export type RouteKind = RequestKind | 'public';

/** Collects the routes as they are registered. Patterns consist of plain segments and `:parameters`. */
export class RouteTable {
  readonly #routes = new Map<string, Route>();

  add(url: string, method: string | readonly string[], kind?: RouteKind): void {
    const route = this.#routes.get(url) ?? { segments: url.split('/'), methods: new Set(), kinds: new Map() };
    for (const name of typeof method === 'string' ? [method] : method) {
      route.methods.add(name);
      route.kinds.set(name, kind);
    }
    this.#routes.set(url, route);
  }

  /** The methods of the path of `url`; empty for an unknown path. An escaped slash is no separator, as in the router. */
  methodsOf(url: string): readonly string[] {
    const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/').map((segment) => unescaped(segment));
    const methods = this.#matching(segments).flatMap((route) => [...route.methods]);
    return [...new Set(methods)].toSorted();
  }

  /** The pattern of `path` in OpenAPI syntax: `/v1/responses/{id}`. Of several, the most specific one. */
  patternOf(path: string): string | undefined {
    const [pattern] = this.#matching(path.split('/'))
      .map(({ segments }) => segments.join('/').replaceAll(/:(\w+)/g, '{$1}'))
      .toSorted((one, other) => one.split('{').length - other.split('{').length);
    return pattern;
  }

  #matching(segments: readonly string[]): readonly Route[] {
    return [...this.#routes.values()].filter((route) => matches(route.segments, segments));
  }

  /** As what the limits of keys count each route, under `METHOD pattern`. Undefined: its code does not declare it. */
  get kinds(): ReadonlyMap<string, RouteKind | undefined> {
    return new Map(
      [...this.#routes].flatMap(([url, { kinds }]) => [...kinds].map(([method, kind]) => [`${method} ${url}`, kind])),
    );
  }

  /** Every pattern with its methods. */
  get routes(): ReadonlyMap<string, ReadonlySet<string>> {
    return new Map([...this.#routes].map(([url, route]) => [url, route.methods]));
  }
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, index) => (segment.startsWith(':') ? path[index] !== '' : segment === path[index]))
  );
}
