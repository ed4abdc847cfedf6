// Neighbouring messages of one role count as one turn. Rules about which turn follows which look at turns. A turn names
// its messages and does not list their blocks: each rule walks those it asks about.
import type { MessageParam } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';

export interface WireTurn {
  readonly role: MessageParam['role'];
  readonly messages: readonly MessageParam[];
  /** Position of its first message among all messages. */
  readonly start: number;
}

export function wireTurns(messages: readonly MessageParam[]): readonly WireTurn[] {
  const turns: { role: MessageParam['role']; messages: MessageParam[]; start: number }[] = [];
  messages.forEach((message, start) => {
    const last = turns.at(-1);
    if (last?.role === message.role) last.messages.push(message);
    else turns.push({ role: message.role, messages: [message], start });
  });
  return turns;
}

/** The ids of a turn's client calls. */
export function callIds(turn: WireTurn | undefined): string[] {
  const ids: string[] = [];
  if (turn?.role !== 'assistant') return ids;
  for (const message of turn.messages) for (const block of blocksOf(message)) if (block.type === 'tool_use') ids.push(block.id);
  return ids;
}

/** The ids that a turn's results answer. */
export function resultIds(turn: WireTurn | undefined): string[] {
  const ids: string[] = [];
  if (turn?.role !== 'user') return ids;
  for (const message of turn.messages) for (const block of blocksOf(message)) if (block.type === 'tool_result') ids.push(block.tool_use_id);
  return ids;
}
