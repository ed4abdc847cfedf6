import type { Extensions } from './extensions.js';
import type { Part } from './part.js';
import type { SettingsChange } from './settings-change.js';

/**
 * Role of a message. `system` and `developer` may appear anywhere in a conversation and retain their position; `tool`
 * messages hold tool results only.
 */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** One message of a conversation. */
export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** What changes from here on of the settings of the request. */
  readonly settings?: SettingsChange;
  readonly extensions?: Extensions;
}
