import { backgroundKills } from './checks/background-kills.mjs';
import { databaseFaults } from './checks/database-faults.mjs';
import { disconnects } from './checks/disconnects.mjs';
import { durable } from './checks/durable.mjs';
import { idempotency } from './checks/idempotency.mjs';
import { isolation } from './checks/isolation.mjs';
import { model } from './checks/model.mjs';
import { noTrace } from './checks/no-trace.mjs';
import { resume } from './checks/resume.mjs';

/** All checks, in the order in which they are run. */
export const checks = [backgroundKills, resume, durable, model, idempotency, isolation, databaseFaults, noTrace, disconnects];
