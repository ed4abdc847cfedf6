// The input and output of each route. A route that is missing here fails a test, and so does an operation without a
// route.
import type { Operation } from './operation.js';
import { batchOperations } from './operations/batch-operations.js';
import { containerOperations } from './operations/container-operations.js';
import { conversationOperations } from './operations/conversation-operations.js';
import { fileOperations } from './operations/file-operations.js';
import { healthOperations } from './operations/health-operations.js';
import { messageOperations } from './operations/message-operations.js';
import { modelOperations } from './operations/model-operations.js';
import { retrievalOperations } from './operations/retrieval-operations.js';
import { usageOperations } from './operations/usage-operations.js';
import { responseOperations } from './operations/response-operations.js';
import { vectorStoreOperations } from './operations/vector-store-operations.js';

export const operations: readonly Operation[] = [
  ...messageOperations,
  ...batchOperations,
  ...responseOperations,
  ...conversationOperations,
  ...fileOperations,
  ...retrievalOperations,
  ...vectorStoreOperations,
  ...containerOperations,
  ...modelOperations,
  ...usageOperations,
  ...healthOperations,
];
