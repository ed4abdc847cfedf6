import { type ChainTurn, isTerminal, type TurnStatus, YieldTimer } from '@org/engine/storage';
import type { ChainCache, ReadChain } from './chain-cache.js';
import { bytesForHistory, maxBytesUnreserved, ReadReservation } from './read-reserved.js';
import { requireReadable } from './require-readable.js';
import type { StoreReading } from './store-reading.js';

/** A turn as a chain's query finds it; its content is decoded only when it is needed. */
export interface ChainLink {
  readonly previousId: string | undefined;
  readonly status: TurnStatus;
  /** Number of deleted turns of this owner, in the snapshot of the query. */
  readonly deletions: number;
  /** Stored size of this turn and all newer ones, in bytes. */
  readonly bytes: number;
  /** Only for links that were read with their contents. */
  readonly decode: () => DecodedTurn | Promise<DecodedTurn>;
}

export interface DecodedTurn {
  readonly turn: ChainTurn;
  /** Of how many bytes or characters it was made. */
  readonly size: number;
}

/** What one query reads of a chain. */
export interface LinkBounds {
  readonly links: number;
  /** The links have contents, if those of all links take at most this many bytes. */
  readonly contentBytes: number;
}

/**
 * Follows a chain back from a turn in one snapshot, newest link first, up to the link that exceeds the byte limit.
 * Empty: the turn does not exist.
 */
export type ReadLinks = (bounds: LinkBounds) => Promise<readonly ChainLink[]>;

/** Number of turns to read before the complete chain: as many as other replicas may have added since. */
const initialReadTurns = 4;

/** Maximum length of a chain. It also terminates a cyclic chain. */
const maxChainLength = 100_000;

/** What chains are read with. `maxBytes` counts both what is stored and what is decoded. */
export interface ChainReader extends StoreReading {
  readonly cache: ChainCache;
}

const emptyChain: ReadChain = { turns: [], size: 0, bytes: 0 };

/**
 * The turn with all that it continues, oldest first; what the cache knows of it is not read again. Reserves memory for
 * the cached turns, too, because they may outlive their time in the cache. Throws `context-overflow`.
 */
export async function readChain(
  reader: ChainReader,
  owner: string,
  id: string,
  readLinks: ReadLinks,
): Promise<readonly ChainTurn[] | undefined> {
  const reservation = new ReadReservation(reader.memory, owner);
  for (let bounds: LinkBounds = { links: initialReadTurns, contentBytes: maxBytesUnreserved }; ;) {
    const links = await readLinks(bounds);
    requireReadable(bytesOf(links), reader.maxBytes);
    const known = findKnown(reader.cache, owner, id, links);
    if (known === undefined && links.length === bounds.links && bounds.links < maxChainLength) {
      bounds = { ...bounds, links: maxChainLength };
      continue;
    }
    if (known === undefined && (links.length === 0 || links.at(-1)?.previousId !== undefined)) return undefined;

    const { before, added } = known ?? { before: emptyChain, added: links };
    const bytes = before.bytes + bytesOf(added);
    requireReadable(bytes, reader.maxBytes);
    await reservation.growTo(bytesForHistory(Math.max(bytes, before.size)));
    if (added.length === 0) return before.turns;
    if (bytesOf(links) <= bounds.contentBytes)
      return (await cacheChain(reader, owner, id, added, before, reservation)).turns;
    bounds = { links: known === undefined ? maxChainLength : added.length, contentBytes: bytesOf(added) };
  }
}

/** As `findMissingLink` of a store. */
export async function missingLink(
  { maxBytes }: ChainReader,
  id: string,
  readLinks: ReadLinks,
): Promise<string | undefined> {
  const links = await readLinks({ links: maxChainLength, contentBytes: 0 });
  const oldest = links.at(-1);
  if (oldest === undefined) return id;
  return links.length < maxChainLength && oldest.bytes <= maxBytes ? oldest.previousId : undefined;
}

/** A chain of which the cache has a part. */
interface KnownChain {
  readonly before: ReadChain;
  /** The links that follow it, newest first. */
  readonly added: readonly ChainLink[];
}

/** The part of the chain that the cache has, if any. */
function findKnown(cache: ChainCache, owner: string, id: string, newest: readonly ChainLink[]): KnownChain | undefined {
  const deletions = newest[0]?.deletions;
  if (deletions === undefined) return undefined;
  const same = cache.find(owner, id, deletions);
  if (same !== undefined) return { before: same, added: [] };
  for (const [index, { previousId }] of newest.entries()) {
    const before = previousId === undefined ? undefined : cache.find(owner, previousId, deletions);
    if (before !== undefined) return { before, added: newest.slice(0, index + 1) };
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
  reservation: ReadReservation,
): Promise<ReadChain> {
  const bytes = before.bytes + bytesOf(links);
  const turns = [...before.turns];
  let { size } = before;
  const yieldTimer = new YieldTimer();
  for (const { decode } of links.toReversed()) {
    const decoded = await decode(); // The decoding of a long turn yields to the event loop itself.
    turns.push(decoded.turn);
    size += decoded.size;
    // A text that is stored once may occur in a turn many times. The upstream receives each of them.
    requireReadable(size, maxBytes);
    await reservation.growTo(bytesForHistory(size));
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
