import type { Store } from '@org/engine';

type Write = 'putTurn' | 'createConversation' | 'setConversationMetadata' | 'addConversationItems' | 'finishFile';

/**
 * Makes the request of the next such write hang after it, until `lost` rejects: neither the write nor anything later
 * is confirmed. Resolves with the written value.
 */
export async function hangAfterWrite(store: Store, name: Write, lost: Promise<never>): Promise<readonly unknown[]> {
  const write = store[name];
  const written = Promise.withResolvers<readonly unknown[]>();
  const hang = (): Promise<never> => lost;
  const writeAndHang = async (...values: readonly unknown[]): Promise<never> => {
    Object.assign(store, { [name]: write });
    await Reflect.apply(write, store, values);
    Object.assign(store, { finishIdempotent: hang, abandonIdempotent: hang, renewIdempotent: hang });
    written.resolve(values);
    return await hang();
  };
  Object.assign(store, { [name]: writeAndHang });
  return await written.promise;
}
