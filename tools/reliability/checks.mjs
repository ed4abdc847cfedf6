import { databaseFaults } from './checks/database-faults.mjs';
import { disconnects } from './checks/disconnects.mjs';
import { durable } from './checks/durable.mjs';
import { isolation } from './checks/isolation.mjs';
import { noTrace } from './checks/no-trace.mjs';

/** All checks, in the order in which they are run. */
export const checks = [durable, isolation, databaseFaults, noTrace, disconnects];
