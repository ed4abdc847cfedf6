import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import type { StoreMemory } from '../ports/store-memory.js';

declare const beforeEach: (body: () => Promise<void>) => void;
declare const afterEach: (body: () => Promise<void>) => void;

/** A persistent location: a file or a database. Stores that open it again, or twice at once, read the same data. */
export interface StoreLocation {
  /** `clock` determines when turns expire. Default: `fixedClock`. The others are the store's options of these names. */
  open(clock?: Clock, maxBytesRead?: number, memory?: StoreMemory): Promise<Store>;
  /** Removes the location; every store of it must be closed before. */
  dispose(): Promise<void>;
}

/** With this clock no turn expires by itself. */
export const fixedClock: Clock = { now: () => 0 };

/** The stores of one test. */
export interface StoreFixture {
  /** The store that every test starts with, on an empty location. */
  readonly store: Store;
  /** Another store on the same location, as on another replica. */
  open(clock?: Clock, maxBytesRead?: number, memory?: StoreMemory): Promise<Store>;
}

/** Gives every test of the surrounding `describe` a new location, and removes it afterwards. */
export function useStores(makeLocation: () => Promise<StoreLocation>): StoreFixture {
  let location: StoreLocation;
  let opened: Store[];
  let store: Store;
  const open = async (clock?: Clock, maxBytesRead?: number, memory?: StoreMemory): Promise<Store> => {
    const another = await location.open(clock, maxBytesRead, memory);
    opened.push(another);
    return another;
  };
  beforeEach(async () => {
    opened = [];
    location = await makeLocation();
    store = await open();
  });
  afterEach(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await location.dispose();
  });
  return {
    get store() {
      return store;
    },
    open,
  };
}
