import type { SharedRule } from '../compat-rule.js';
import type { ApiRule, ChatRule } from '../targets.js';
import { apiBetaRules } from './betas.js';
import { chatCallIdRules } from './call-ids.js';
import { sharedContextRules } from './context-length.js';
import { apiItemIdRules } from './item-ids.js';
import { apiNumberRules } from './numbers.js';
import { apiOptionalFieldRules, chatOptionalFieldRules } from './optional-fields.js';
import { chatOutputFormatRules, sharedOutputFormatNameRules, sharedOutputFormatRules } from './output-format.js';
import { sharedOutputTokenRules } from './output-tokens.js';
import { apiEffortRules, apiReasoningRules, chatReasoningRules, sharedReasoningRules } from './reasoning.js';
import { apiRoleRules, chatRoleRules } from './roles.js';
import { sharedSamplingRules } from './sampling.js';
import { chatGrammarRules, chatSchemaRules, sharedSchemaRules } from './schemas.js';
import { apiSettingChangeRules } from './setting-changes.js';
import {
  sharedReasoningReplayRules,
  apiSignatureRules,
  chatReasoningReplayRules,
  chatSignatureRules,
  chatUnsignedCallRules,
} from './signatures.js';
import { chatStreamingRules } from './streaming.js';
import { apiThinkingRules } from './thinking.js';
import { apiToolRules, chatToolRules } from './tools.js';
import { apiFieldRules, chatFieldRules } from './unknown-fields.js';

/** Optional parameters of the neutral request. */
const parameterRules: readonly SharedRule[] = [
  ...sharedSamplingRules,
  ...sharedOutputTokenRules,
  ...sharedOutputFormatRules,
  ...sharedSchemaRules,
];

/** Rules for the prompt of a chat-completions request, which also apply to token counting. */
export const chatPromptRules: readonly ChatRule[] = [
  ...chatReasoningRules,
  ...sharedOutputFormatNameRules,
  ...chatOutputFormatRules,
  ...chatRoleRules,
  ...chatCallIdRules,
  ...chatUnsignedCallRules,
  ...chatToolRules,
  ...chatSchemaRules,
  ...chatStreamingRules,
  ...chatFieldRules,
  ...chatOptionalFieldRules,
  // Rules that depend on the content of the request are last.
  ...chatGrammarRules,
  ...chatSignatureRules,
];

/** The rules in the order in which the loop tries them. */
export const chatRules: readonly ChatRule[] = [
  ...chatPromptRules,
  ...parameterRules,
  ...sharedContextRules,
  ...chatReasoningReplayRules,
];

/** Rules of the messages and the responses API that also apply to token counting. */
export const apiPromptRules: readonly ApiRule[] = [
  ...apiReasoningRules,
  ...apiThinkingRules,
  ...apiSettingChangeRules,
  ...apiToolRules,
  ...apiItemIdRules,
  ...apiSignatureRules,
  ...apiRoleRules,
  ...sharedOutputFormatNameRules,
  ...parameterRules,
  ...sharedReasoningRules,
  ...apiEffortRules,
  ...apiNumberRules,
  ...apiFieldRules,
  ...apiOptionalFieldRules,
  ...apiBetaRules,
  ...sharedReasoningReplayRules,
];

export const apiRules: readonly ApiRule[] = [...apiPromptRules, ...sharedContextRules];

/** The rules for AI SDK packages, which have no target. */
export const aiSdkRules: readonly SharedRule[] = [
  ...sharedOutputFormatNameRules,
  ...parameterRules,
  ...sharedReasoningRules,
  ...sharedContextRules,
  ...sharedReasoningReplayRules,
];
