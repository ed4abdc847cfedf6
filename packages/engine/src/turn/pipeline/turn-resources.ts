import type { ConversationPlace } from '../conversation-locks/conversation-lines.js';
import type { ServedTurn } from '../server-tools/serve-tools.js';

/** What a turn holds while it runs: its conversation lock and its sessions with MCP servers. `release` gives both back. */
export class TurnResources {
  lock: ConversationPlace | undefined;
  served: ServedTurn | undefined;

  /** A second call does nothing. */
  release(): void {
    this.lock?.release();
    this.served?.served.close();
  }
}
