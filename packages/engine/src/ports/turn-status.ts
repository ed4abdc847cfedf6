/** Progress of a turn. A terminal status never changes. */
export type TurnStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

/** True for a status that never changes again. */
export function isTerminal(status: TurnStatus): boolean {
  switch (status) {
    case 'queued':
    case 'in_progress':
      return false;
    case 'completed':
    case 'incomplete':
    case 'failed':
    case 'cancelled':
      return true;
  }
}
