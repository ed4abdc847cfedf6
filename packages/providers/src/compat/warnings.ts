import type { Warning } from '@org/engine';

/** What a client learns where the conversation goes on without the reasoning of earlier responses. */
export const reasoningDroppedWarning: Warning = {
  kind: 'dropped',
  param: 'messages',
  message: 'The upstream cannot check the reasoning of earlier answers any more: it was left out.',
};
