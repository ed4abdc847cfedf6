import type { ContainerStore, ConversationStore, FileStore, TurnStore, VectorStoreStore } from '@org/engine/storage';

/** Deletes the records of an owner, and wakes what waits for them. */
export type DeletesOwned = Pick<TurnStore, 'deleteTurn'> &
  Pick<ConversationStore, 'deleteConversation'> &
  Pick<FileStore, 'deleteFile'> &
  Pick<ContainerStore, 'deleteContainer'> &
  Pick<VectorStoreStore, 'deleteVectorStore'>;

/** The tables of records that an owner can name. */
export type OwnedTable = 'turn' | 'conversation' | 'vector_store' | 'container' | 'file';

/** Every table with the deletion of one of the owner's records. */
export function recordsOf(
  store: DeletesOwned,
  owner: string,
): readonly { readonly table: OwnedTable; remove(id: string): Promise<boolean> }[] {
  return [
    { table: 'turn', remove: (id) => store.deleteTurn(owner, id) },
    { table: 'conversation', remove: (id) => store.deleteConversation(owner, id) },
    { table: 'vector_store', remove: (id) => store.deleteVectorStore(owner, id) },
    // With the files that they own.
    { table: 'container', remove: (id) => store.deleteContainer(owner, id) },
    { table: 'file', remove: (id) => store.deleteFile(owner, id) },
  ];
}

/**
 * Removes records batch by batch, so that the writes of other owners run in between, and returns their number. `next`
 * returns the ids after one in the order of the store, none at the end; '' is before all.
 */
export async function eraseInBatches(
  next: (after: string) => Promise<readonly string[]>,
  remove: (id: string) => Promise<boolean>,
): Promise<number> {
  let total = 0;
  for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) ?? ''))
    total += (await Promise.all(ids.map(remove))).filter(Boolean).length;
  return total;
}
