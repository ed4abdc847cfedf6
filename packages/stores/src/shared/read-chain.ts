import { type ChainTurn, isTerminal, type TurnStatus, YieldTimer } from '@org/engine/storage';
import type { ChainCache, ReadChain } from './chain-cache.js';
import { requireReadable } from './require-readable.js';

/** A turn as a chain's query finds it; its content is decoded only when it is needed. */
export interface ChainLink {
  readonly previousId: string | undefined;
  readonly status: TurnStatus;
  /** Number of deleted turns of this owner, in the snapshot of the query. */
  readonly deletions: number;
  /** Stored size of this turn and all newer ones, in bytes. */
  readonly bytes: number;
  /** Not to be called when the oldest link has more bytes than may be read: then no content was. */
  readonly decode: () => DecodedTurn | Promise<DecodedTurn>;
}

export interface DecodedTurn {
  readonly turn: ChainTurn;
  /** Of how many bytes or characters it was made. */
  readonly size: number;
}

/**
 * Follows a chain back from a turn in one snapshot: at most `maxLinks` links, newest first, up to the link that
 * exceeds the byte limit. Empty: the turn does not exist.
 */
export type ReadLinks = (maxLinks: number) => Promise<readonly ChainLink[]>;

/** Number of turns to read before the complete chain: as many as other replicas may have added since. */
const initialReadTurns = 4;

/** Maximum length of a chain. It also terminates a cyclic chain. */
const maxChainLength = 100_000;

/** What chains are read with. */
export interface ChainReader {
  readonly cache: ChainCache;
  /** Maximum bytes of one chain, both as stored and as decoded. */
  readonly maxBytes: number;
}

/** The turn with all that it continues, oldest first; what the cache knows of it is not read again. Throws `context-overflow`. */
export async function readChain(
  reader: ChainReader,
  owner: string,
  id: string,
  readLinks: ReadLinks,
): Promise<readonly ChainTurn[] | undefined> {
  const newest = await readLinks(initialReadTurns);
  requireReadable(bytesOf(newest), reader.maxBytes);
  const known = await extendKnown(reader, owner, id, newest);
  if (known !== undefined) return known.turns;

  const isComplete = newest.length < initialReadTurns;
  const links = isComplete ? newest : await readLinks(maxChainLength);
  requireReadable(bytesOf(links), reader.maxBytes);
  if (links.at(-1)?.previousId !== undefined || links.length === 0) return undefined;
  return (await cacheChain(reader, owner, id, links, { turns: [], size: 0, bytes: 0 })).turns;
}

/** As `findMissingLink` of a store. */
export async function missingLink(
  { maxBytes }: ChainReader,
  id: string,
  readLinks: ReadLinks,
): Promise<string | undefined> {
  const links = await readLinks(maxChainLength);
  const oldest = links.at(-1);
  if (oldest === undefined) return id;
  return links.length < maxChainLength && oldest.bytes <= maxBytes ? oldest.previousId : undefined;
}

/** Builds the chain from these links and the cached rest. */
async function extendKnown(
  reader: ChainReader,
  owner: string,
  id: string,
  newest: readonly ChainLink[],
): Promise<ReadChain | undefined> {
  const { cache } = reader;
  const deletions = newest[0]?.deletions;
  if (deletions === undefined) return undefined;
  const same = cache.find(owner, id, deletions);
  if (same !== undefined) return same;
  for (const [index, { previousId }] of newest.entries()) {
    const before = previousId === undefined ? undefined : cache.find(owner, previousId, deletions);
    if (before !== undefined) return await cacheChain(reader, owner, id, newest.slice(0, index + 1), before);
  }
  return undefined;
}

/** Appends links to their predecessors, and caches the chain when it can no longer change. */
async function cacheChain(
  { cache, maxBytes }: ChainReader,
  owner: string,
  id: string,
  links: readonly ChainLink[],
  before: ReadChain,
): Promise<ReadChain> {
  const bytes = before.bytes + bytesOf(links);
  requireReadable(bytes, maxBytes);
  const turns = [...before.turns];
  let { size } = before;
  const yieldTimer = new YieldTimer();
  for (const { decode } of links.toReversed()) {
    const decoded = await decode(); // The decoding of a long turn yields to the event loop itself.
    turns.push(decoded.turn);
    size += decoded.size;
    requireReadable(size, maxBytes); // A text that is stored once may occur in a turn many times.
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
  const chain = { turns, size, bytes };
  const deletions = links[0]?.deletions;
  if (deletions !== undefined && links.every(({ status }) => isTerminal(status)))
    cache.set(owner, id, deletions, chain, links.at(-1)?.previousId);
  return chain;
}

/** How many bytes the contents of these links take in the store. */
function bytesOf(links: readonly ChainLink[]): number {
  return links.at(-1)?.bytes ?? 0;
}
