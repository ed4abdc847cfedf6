import type { ChainTurn } from '../ports/store.js';
import { isTerminal, type TurnStatus } from '../ports/turn-status.js';
import type { ChainCache, ReadChain } from './chain-cache.js';

/** A turn as a chain's query finds it; its content is decoded only when it is needed. */
export interface ChainLink {
  readonly previousId: string | undefined;
  readonly status: TurnStatus;
  /** How many turns of this owner were ever deleted, in the snapshot of the query. */
  readonly deletions: number;
  readonly decode: () => DecodedTurn;
}

export interface DecodedTurn {
  readonly turn: ChainTurn;
  /** Of how many bytes or characters it was made. */
  readonly size: number;
}

/** Follows a chain back from a turn in one snapshot: at most `most` links, newest first. None: there is no such turn. */
export type ReadLinks = (most: number) => Promise<readonly ChainLink[]>;

/** So many turns are looked at before a chain is read whole: as many as other replicas may have added since. */
const firstLook = 4;

/** Longest chain that is followed. Also what ends a chain that bites its own tail. */
const longestChain = 100_000;

/** The turn with all that it continues, oldest first; what the cache knows of it is not read again. */
export async function readChain(cache: ChainCache, owner: string, id: string, readLinks: ReadLinks): Promise<readonly ChainTurn[] | undefined> {
  const newest = await readLinks(firstLook);
  const known = extendKnown(cache, owner, id, newest);
  if (known !== undefined) return known.turns;

  const isWhole = newest.length < firstLook;
  const links = isWhole ? newest : await readLinks(longestChain);
  if (links.at(-1)?.previousId !== undefined || links.length === 0) return undefined;
  return keep(cache, owner, id, links, { turns: [], size: 0 }).turns;
}

/** The chain made of some of these links and what the cache knows of the rest. */
function extendKnown(cache: ChainCache, owner: string, id: string, newest: readonly ChainLink[]): ReadChain | undefined {
  const deletions = newest[0]?.deletions;
  if (deletions === undefined) return undefined;
  const same = cache.find(owner, id, deletions);
  if (same !== undefined) return same;
  for (const [index, { previousId }] of newest.entries()) {
    const before = previousId === undefined ? undefined : cache.find(owner, previousId, deletions);
    if (before !== undefined) return keep(cache, owner, id, newest.slice(0, index + 1), before);
  }
  return undefined;
}

/** Puts links behind what came before them, and remembers the chain when nothing of it can change any more. */
function keep(cache: ChainCache, owner: string, id: string, links: readonly ChainLink[], before: ReadChain): ReadChain {
  const decoded = links.toReversed().map(({ decode }) => decode());
  const chain = {
    turns: [...before.turns, ...decoded.map(({ turn }) => turn)],
    size: decoded.reduce((sum, { size }) => sum + size, before.size),
  };
  const deletions = links[0]?.deletions;
  if (deletions !== undefined && links.every(({ status }) => isTerminal(status))) cache.keep(owner, id, deletions, chain, links.at(-1)?.previousId);
  return chain;
}
