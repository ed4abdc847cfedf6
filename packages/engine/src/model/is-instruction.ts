import type { Message } from './message.js';

/** Whether a message comes from the operator of the conversation, and not from a participant. */
export function isInstruction({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}
