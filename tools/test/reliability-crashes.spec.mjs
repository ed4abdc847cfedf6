// The checks of docs/measurements/reliability.md that kill and restart processes, in their short form. In a file of
// their own, so that another worker runs the others meanwhile.
import { itPasses, shortChecks } from './kit/short-checks.mjs';

describe('the state of the service after crashes and restarts', () => {
  itPasses(shortChecks.crashes);
});
