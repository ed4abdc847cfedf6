import type { GenerationEvent } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';

/** One step of a script: an event to yield, a pause, or a failure. */
export type ScriptStep =
  | GenerationEvent
  /** Waits `ms` milliseconds, or until the run is aborted. */
  | { readonly type: 'delay'; readonly ms: number }
  /** Fails. Any other error becomes an EngineError, as with every language model. */
  | { readonly type: 'throw'; readonly error: unknown };

/** Chooses steps by the text of the last user message; the first rule that matches plays. */
export interface ScriptRule {
  /** A substring, or a pattern without the `g` flag. */
  readonly when: string | RegExp;
  readonly steps: readonly ScriptStep[];
}

/** Always the same steps, a table with a fallback, or a function of the request. */
export type Script =
  | readonly ScriptStep[]
  | { readonly rules: readonly ScriptRule[]; readonly otherwise: readonly ScriptStep[] }
  | ((request: GenerationRequest) => readonly ScriptStep[]);

/** The steps that `script` plays for `request`. */
export function chooseSteps(script: Script, request: GenerationRequest): readonly ScriptStep[] {
  if (typeof script === 'function') return script(request);
  if (!('rules' in script)) return script;
  const text = lastUserText(request);
  const rule = script.rules.find(({ when }) => (typeof when === 'string' ? text.includes(when) : when.test(text)));
  return rule?.steps ?? script.otherwise;
}

function lastUserText(request: GenerationRequest): string {
  const message = request.messages.findLast(({ role }) => role === 'user');
  return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}
