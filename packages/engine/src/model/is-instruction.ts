import type { Message } from './message.js';

/** Whether the operator of the conversation wrote a message, and not a participant. */
export function isInstruction({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}
