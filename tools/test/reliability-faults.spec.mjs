// The checks of docs/measurements/reliability.md that kill no process of the service, in their short form.
import { itPasses, shortChecks } from './kit/short-checks.mjs';

describe('the state of the service under faults and load', () => {
  itPasses(shortChecks.faults);
});
