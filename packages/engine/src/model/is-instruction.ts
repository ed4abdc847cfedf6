import type { Message } from './message.js';

/** Whether a message is from whoever runs the conversation, and not from somebody who takes part in it. */
export function isInstruction({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}
