import { cacheControlLimit } from './cache-control-limit.js';
import { callsAndResults } from './calls-and-results.js';
import { citations } from './citations.js';
import { compactionAlone } from './compaction-alone.js';
import { contentNotEmpty } from './content-not-empty.js';
import { firstMessage } from './first-message.js';
import { mediaData } from './media-data.js';
import type { Rule } from './rule.js';
import { stopSequencesLimit } from './stop-sequences-limit.js';
import { systemMessages } from './system-messages.js';
import { thinkingBudget } from './thinking-budget.js';
import { thinkingForcedTool } from './thinking-forced-tool.js';
import { toolChoiceExists } from './tool-choice.js';
import { toolNames } from './tool-names.js';
import { toolSchemas } from './tool-schemas.js';
import { uniqueCallIds } from './unique-call-ids.js';
import { unknownFields } from './unknown-fields.js';
import { versionFields } from './version-fields.js';

/**
 * All rules of the dialect, cheap ones first; a rejection reports the first violation. The rule for system messages
 * precedes all rules that inspect blocks: the schema accepts blocks there without validating their shape.
 */
export const requestRules: readonly Rule[] = [
  unknownFields,
  systemMessages,
  versionFields,
  stopSequencesLimit,
  compactionAlone,
  firstMessage,
  contentNotEmpty,
  uniqueCallIds,
  callsAndResults,
  citations,
  mediaData,
  toolNames,
  toolSchemas,
  toolChoiceExists,
  cacheControlLimit,
  thinkingBudget,
  thinkingForcedTool,
];
