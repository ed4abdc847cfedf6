import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

declare const beforeEach: (body: () => Promise<void>) => void;
declare const afterEach: (body: () => Promise<void>) => void;

/** A place where data stays: a file, a database. Opening it again, or twice at once, shows the same data. */
export interface StoreLocation {
  /** `clock` tells the store when turns expire. Default: `stillClock`. `maxBytesRead` is the store's option of this name. */
  open(clock?: Clock, maxBytesRead?: number): Promise<Store>;
  /** Removes the place; every store of it was closed before. */
  dispose(): Promise<void>;
}

/** Under this clock no turn expires by itself. */
export const stillClock: Clock = { now: () => 0 };

/** The stores of one test. */
export interface StoreFixture {
  /** The store that every test starts with, on an empty place. */
  readonly store: Store;
  /** Another store on the same place, as another replica has it. */
  open(clock?: Clock, maxBytesRead?: number): Promise<Store>;
}

/** Gives every test of the surrounding `describe` a fresh place, and clears it away afterwards. */
export function useStores(makeLocation: () => Promise<StoreLocation>): StoreFixture {
  let location: StoreLocation;
  let opened: Store[];
  let store: Store;
  const open = async (clock?: Clock, maxBytesRead?: number): Promise<Store> => {
    const another = await location.open(clock, maxBytesRead);
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
