import type { Store } from '@org/engine';

type Write = 'putTurn' | 'createConversation' | 'setConversationMetadata' | 'addConversationItems' | 'finishFile';

/**
 * Makes the request of the next such write hang after it, until `lost` rejects: neither the write nor anything later
 * is confirmed. Resolves with the written value.
 */
export async function vanishAfter(store: Store, name: Write, lost: Promise<never>): Promise<readonly unknown[]> {
  const write = store[name];
  const written = Promise.withResolvers<readonly unknown[]>();
  const silence = (): Promise<never> => lost;
  const writeAndVanish = async (...values: readonly unknown[]): Promise<never> => {
    Object.assign(store, { [name]: write });
    await Reflect.apply(write, store, values);
    Object.assign(store, { finishIdempotent: silence, abandonIdempotent: silence, renewIdempotent: silence });
    written.resolve(values);
    return await silence();
  };
  Object.assign(store, { [name]: writeAndVanish });
  return await written.promise;
}
