// Neighbouring messages of one role count as one turn. Rules about which turn follows which look at turns.
import type { ContentBlockParam, MessageParam } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';

export interface PlacedBlock {
  readonly block: ContentBlockParam;
  /** Position of its message among all messages, and its own position in there. */
  readonly message: number;
  readonly at: number;
}

export interface WireTurn {
  readonly role: MessageParam['role'];
  /** Position of the turn's last message. */
  readonly end: number;
  /** The blocks of all its messages; a plain string has none. */
  readonly blocks: readonly PlacedBlock[];
}

export function wireTurns(messages: readonly MessageParam[]): readonly WireTurn[] {
  const turns: { role: MessageParam['role']; end: number; blocks: PlacedBlock[] }[] = [];
  for (const [position, message] of messages.entries()) {
    let turn = turns.at(-1);
    if (turn === undefined || turn.role !== message.role) {
      turn = { role: message.role, end: position, blocks: [] };
      turns.push(turn);
    }
    turn.end = position;
    for (const [at, block] of blocksOf(message).entries()) turn.blocks.push({ block, message: position, at });
  }
  return turns;
}

/** The ids of a turn's client calls. */
export function callIds(turn: WireTurn | undefined): string[] {
  return turn?.role === 'assistant' ? turn.blocks.flatMap(({ block }) => (block.type === 'tool_use' ? [block.id] : [])) : [];
}

/** The ids that a turn's results answer. */
export function resultIds(turn: WireTurn | undefined): string[] {
  return turn?.role === 'user' ? turn.blocks.flatMap(({ block }) => (block.type === 'tool_result' ? [block.tool_use_id] : [])) : [];
}
