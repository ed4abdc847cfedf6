import { EngineError, type Store } from '@org/engine';

/** Writes that fail when there is no space. */
const writes = [
  'putTurn',
  'appendEvents',
  'createConversation',
  'addConversationItems',
  'createFile',
  'appendFileChunk',
  'finishFile',
] as const satisfies readonly (keyof Store)[];

/** Calls `onFull` after each write that failed for lack of space. Returns the same store. */
export function reportFullStore(store: Store, onFull: () => void): Store {
  for (const name of writes) watch(store, name, onFull);
  return store;
}

function watch<Name extends (typeof writes)[number]>(store: Store, name: Name, onFull: () => void): void {
  // The type of a method of a union of names is not callable: its parameters are passed on as they came.
  const write = store[name].bind(store) as (...values: readonly unknown[]) => Promise<unknown>;
  const watched = async (...values: readonly unknown[]): Promise<unknown> => {
    try {
      return await write(...values);
    } catch (error) {
      if (error instanceof EngineError && error.detail === 'storage_full') onFull();
      throw error;
    }
  };
  Object.assign(store, { [name]: watched });
}
