import type { Store } from '@org/engine';

type Write = 'putTurn' | 'createConversation' | 'setConversationMetadata' | 'addConversationItems' | 'finishFile';

/**
 * From its next such write on, nothing is heard of the request that makes it, before `lost` rejects: not that it is written, and nothing
 * later. Resolves with what was written.
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
