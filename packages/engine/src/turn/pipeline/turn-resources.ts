import type { ConversationLock } from '../conversation-locks/conversation-locks.js';
import type { ServerToolSession } from '../server-tools/run-server-tool-loop.js';

/** The resources of a running turn: its conversation lock and its sessions with MCP servers. `release` releases both. */
export class TurnResources {
  lock: ConversationLock | undefined;
  toolSession: ServerToolSession | undefined;

  /** Releases the resources; a second call does nothing. */
  release(): void {
    this.lock?.release();
    this.toolSession?.toolSet.close();
  }
}
