// The `system` field to the turn's instructions.
import type { JsonObject, Message, Warning } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import { jsonOf } from '../../shared/json-of.js';
import { decodeResultContentBlock } from './decode-content.js';
import { decodeString } from './decode-messages.js';

export interface DecodedSystem {
  readonly instructions: readonly Message[];
  /** What `encodeSystem` needs besides: the wire form, and the block that the model is not shown. */
  readonly shape: JsonObject;
  readonly warnings: readonly Warning[];
}

/** How Claude Code marks the block that bills a request. Its hash changes with every request and would spoil every prefix cache. */
const billingPrefix = 'x-anthropic-billing-header:';

export function decodeSystem(system: MessageCreateParams['system']): DecodedSystem {
  if (system === undefined) return { instructions: [], shape: {}, warnings: [] };
  if (typeof system === 'string')
    return { instructions: instructions(decodeString(system)), shape: { form: 'string' }, warnings: [] };
  const [first, ...others] = system;
  if (first === undefined || !first.text.startsWith(billingPrefix)) {
    return { instructions: instructions(system.map(decodeResultContentBlock)), shape: { form: 'array' }, warnings: [] };
  }
  return {
    instructions: instructions(others.map(decodeResultContentBlock)),
    shape: { form: 'array', billing: jsonOf(first) },
    warnings: [
      { kind: 'dropped', param: 'system.0', message: 'The service does not send the billing line to the model.' },
    ],
  };
}

function instructions(parts: Message['parts']): Message[] {
  return parts.length === 0 ? [] : [{ role: 'system', parts }];
}
