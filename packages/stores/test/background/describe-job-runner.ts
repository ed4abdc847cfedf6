// Several runners on one store, as with replicas of the service.
import type { StoreLocation } from '@org/engine/testing';
import { describeLeases } from './describe-leases.js';
import { describeSharing } from './describe-sharing.js';
import { describeStops } from './describe-stops.js';
import { describeWrites } from './describe-writes.js';
import { useRunners } from './use-runners.js';

/** Tests for runners on any store. */
export function describeJobRunner(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`A runner of jobs in ${name}`, () => {
    const runners = useRunners(makeLocation);
    for (const describeProperties of [describeSharing, describeLeases, describeStops, describeWrites])
      describeProperties(runners);
  });
}
