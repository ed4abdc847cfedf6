import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string | undefined>();

/** The owner whose data the running method reads or writes. Absent: the service works for itself. */
export function connectionOwner(): string | undefined {
  return owners.getStore();
}

/** The same methods; the connections that one uses count for the owner that its first argument is, or names. */
export function byOwner<Methods extends object>(methods: Methods): Methods {
  return new Proxy(methods, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: readonly unknown[]): unknown =>
        owners.run(ownerOf(args[0]), () => Reflect.apply(method, target, args));
    },
  });
}

function ownerOf(first: unknown): string | undefined {
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null || !('owner' in first)) return undefined;
  return typeof first.owner === 'string' ? first.owner : undefined;
}
