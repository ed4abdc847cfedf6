// Consecutive messages of one role count as one turn. Rules about the order of turns inspect turns. A turn names its
// messages and does not list their blocks: each rule walks those it needs. The rules over all blocks count positions
// themselves, because `entries()` creates an array for every block.
import type { MessageParam } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';

export interface MessageTurn {
  readonly role: MessageParam['role'];
  /** Positions of its first and of its last message among all messages. */
  readonly start: number;
  readonly end: number;
}

export function messageTurns(messages: readonly MessageParam[]): readonly MessageTurn[] {
  const turns: { role: MessageParam['role']; start: number; end: number }[] = [];
  let position = -1;
  for (const { role } of messages) {
    position += 1;
    const last = turns.at(-1);
    if (last?.role === role) last.end = position;
    else turns.push({ role, start: position, end: position });
  }
  return turns;
}

/** Adds the ids of a turn's client calls to `open`. */
export function openCalls(open: Set<string>, messages: readonly MessageParam[], turn: MessageTurn | undefined): void {
  if (turn?.role !== 'assistant') return;
  for (let at = turn.start; at <= turn.end; at += 1) {
    for (const block of blocksAt(messages, at)) if (block.type === 'tool_use') open.add(block.id);
  }
}

/** Removes the ids of a turn's results from `open`. */
export function closeCalls(open: Set<string>, messages: readonly MessageParam[], turn: MessageTurn | undefined): void {
  if (turn?.role !== 'user') return;
  for (let at = turn.start; at <= turn.end; at += 1) {
    for (const block of blocksAt(messages, at)) if (block.type === 'tool_result') open.delete(block.tool_use_id);
  }
}

/** The blocks of the message at a position. */
export function blocksAt(messages: readonly MessageParam[], position: number): ReturnType<typeof blocksOf> {
  const message = messages[position];
  return message === undefined ? [] : blocksOf(message);
}
