import type { Warning } from '@org/engine';

/** Warning for a conversation that continues without the reasoning of earlier responses. */
export const reasoningDroppedWarning: Warning = {
  kind: 'dropped',
  param: 'messages',
  message: 'The upstream can no longer verify the reasoning of earlier responses; the service omitted it.',
};

/** Warning for a conversation whose settings no longer change within it. */
export const settingChangesWarning: Warning = {
  kind: 'clamped',
  param: 'messages',
  message:
    'The upstream supports no settings or tools that change within the conversation; the service applies the changes to the complete request.',
};
