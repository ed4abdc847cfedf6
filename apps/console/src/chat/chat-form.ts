import { createStore, type Store } from '../store.js';
import type { DialectName, Effort } from './dialects/dialect.js';

/** The form of the next request, as the user has filled it in. */
export interface ChatForm {
  readonly dialect: DialectName;
  /** Empty: the first model of the list. */
  readonly model: string;
  readonly instructions: string;
  readonly maxTokens: number;
  readonly effort: Effort;
  /** Whether the model may call the tools of the request. */
  readonly allowsTools: boolean;
  /** Text of a JSON object with more fields. */
  readonly extra: string;
}

/** The form of this visit. */
export const chatForm: Store<ChatForm> = createStore<ChatForm>({
  dialect: 'messages',
  model: '',
  instructions: '',
  maxTokens: 1024,
  effort: 'default',
  allowsTools: true,
  extra: '',
});

/** Changes some fields of the form. */
export function changeForm(fields: Partial<ChatForm>): void {
  chatForm.set({ ...chatForm.get(), ...fields });
}
