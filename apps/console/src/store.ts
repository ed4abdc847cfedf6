import { useEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** A store in the memory of this page: it ends with the page. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value of a store; the component renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    const update = (): void => setValue(() => store.get());
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
