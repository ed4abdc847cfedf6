import type { Warning } from '@org/engine';

/** What a client learns where the conversation goes on without the reasoning of earlier responses. */
export const reasoningDroppedWarning: Warning = {
  kind: 'dropped',
  param: 'messages',
  message: 'The upstream can no longer verify the reasoning of earlier responses; the service omitted it.',
};
