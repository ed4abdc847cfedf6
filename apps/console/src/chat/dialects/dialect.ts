import type { ApiRequest } from '../../api/request.js';
import type { OutputReader } from '../output.js';
import type { Turn } from '../turn.js';

/** A dialect that this page can speak. */
export type DialectName = 'messages' | 'responses';

/** How much the model reasons; `default` leaves the field out. */
export type Effort = 'default' | 'none' | 'low' | 'medium' | 'high';

/** What the user has set for the next request. */
export interface ChatSettings {
  readonly model: string;
  readonly instructions: string;
  /** Maximum tokens of the output. */
  readonly maxTokens: number;
  readonly effort: Effort;
  /** Whether the model may call tools. */
  readonly allowsTools: boolean;
  /** More fields of the request; they replace those of the page. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** One API: how to ask it, and how to read its events. */
export interface ChatDialect {
  readonly name: DialectName;
  /** The label of the switch. */
  readonly label: string;
  createRequest(prompt: string, earlier: readonly Turn[], settings: ChatSettings): ApiRequest;
  createReader(): OutputReader;
}
