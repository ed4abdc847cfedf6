import type { ConversationLock } from '../conversation-locks/conversation-locks.js';
import type { McpToolSession } from '../server-tools/serve-tools.js';

/** What a turn holds while it runs: its conversation lock and its sessions with MCP servers. `release` gives both back. */
export class TurnResources {
  lock: ConversationLock | undefined;
  mcpTools: McpToolSession | undefined;

  /** A second call does nothing. */
  release(): void {
    this.lock?.release();
    this.mcpTools?.mcpTools.close();
  }
}
