import { disconnects } from './checks/disconnects.mjs';
import { durable } from './checks/durable.mjs';

/** All checks, in the order in which they are run. */
export const checks = [durable, disconnects];
