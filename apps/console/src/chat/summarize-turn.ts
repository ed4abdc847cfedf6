import { outputOf, type Turn } from './turn.js';

/** How a turn ended, in a few words: reason, tokens, time. */
export function summarizeTurn(turn: Turn): readonly string[] {
  const { finish, usage } = outputOf(turn);
  const ends = { running: 'running', completed: finish ?? 'completed', stopped: 'stopped by you', failed: 'failed' };
  return [
    ends[turn.status],
    ...(usage === undefined ? [] : [tokens(usage.input, 'in', usage.cached, 'cached')]),
    ...(usage === undefined ? [] : [tokens(usage.output, 'out', usage.reasoning, 'reasoning')]),
    ...(turn.duration === undefined ? [] : [formatSeconds(turn.duration)]),
  ];
}

function tokens(count: number, direction: string, part: number | undefined, partName: string): string {
  const total = `${count.toLocaleString('en')} ${direction}`;
  return part === undefined || part === 0 ? total : `${total} (${part.toLocaleString('en')} ${partName})`;
}

/** Milliseconds as seconds, with more digits for short times. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
