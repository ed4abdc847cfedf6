// Several runners on one store: what the replicas of the service do.
import type { StoreLocation } from '#src/testing/store-place.js';
import { describeLeases } from './job-runner-lease-laws.js';
import { describeSharing } from './job-runner-sharing-laws.js';
import { describeStops } from './job-runner-stop-laws.js';
import { describeWrites } from './job-runner-write-laws.js';
import { useRunners } from './use-runners.js';

/** What holds of runners on any store. */
export function describeJobRunner(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`A runner of jobs in ${name}`, () => {
    const runners = useRunners(makeLocation);
    for (const describeProperties of [describeSharing, describeLeases, describeStops, describeWrites])
      describeProperties(runners);
  });
}
