import { backgroundKills } from './checks/background-kills.mjs';
import { batchKills } from './checks/batch-kills.mjs';
import { conversationLocks } from './checks/conversation-lines.mjs';
import { databaseFaults } from './checks/database-faults.mjs';
import { disconnects } from './checks/disconnects.mjs';
import { durable } from './checks/durable.mjs';
import { failover } from './checks/failover.mjs';
import { idempotency } from './checks/idempotency.mjs';
import { ingestKills } from './checks/ingest-kills.mjs';
import { isolation } from './checks/isolation.mjs';
import { localDisconnects } from './checks/local-disconnects.mjs';
import { madeOnce } from './checks/made-once.mjs';
import { model } from './checks/model.mjs';
import { noTrace } from './checks/no-trace.mjs';
import { resume } from './checks/resume.mjs';
import { rollingRestart } from './checks/rolling-restart.mjs';
import { toolsKills } from './checks/tools-kills.mjs';
import { upstreamFaults } from './checks/upstream-faults.mjs';
import { usage } from './checks/usage.mjs';

/** All checks, in the order in which they are run. */
export const checks = [
  backgroundKills,
  batchKills,
  toolsKills,
  ingestKills,
  resume,
  durable,
  model,
  conversationLocks,
  idempotency,
  madeOnce,
  isolation,
  databaseFaults,
  noTrace,
  disconnects,
  localDisconnects,
  failover,
  rollingRestart,
  upstreamFaults,
  usage,
];
