// The `system` field to the turn's instructions.
import type { JsonObject, Message, Warning } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import { jsonOf } from '../../shared/json-of.js';
import { decodeResultContentBlock } from './decode-content.js';
import { decodeString } from './decode-messages.js';

export interface DecodedSystem {
  readonly instructions: readonly Message[];
  /** What `encodeSystem` needs in addition: the API form, and the block hidden from the model. */
  readonly shape: JsonObject;
  readonly warnings: readonly Warning[];
}

/**
 * Prefix of the block with which Claude Code bills a request. Its hash changes with every request and would
 * invalidate every prefix cache.
 */
const billingPrefix = 'x-anthropic-billing-header:';

export function decodeSystem(system: MessageCreateParams['system']): DecodedSystem {
  if (system === undefined) return { instructions: [], shape: {}, warnings: [] };
  if (typeof system === 'string')
    return { instructions: instructions(decodeString(system)), shape: { form: 'string' }, warnings: [] };
  const [first, ...others] = system;
  if (first === undefined || !first.text.startsWith(billingPrefix)) {
    return {
      instructions: instructions(system.map((block) => decodeResultContentBlock(block))),
      shape: { form: 'array' },
      warnings: [],
    };
  }
  return {
    instructions: instructions(others.map((block) => decodeResultContentBlock(block))),
    shape: { form: 'array', billing: jsonOf(first) },
    warnings: [
      { kind: 'dropped', param: 'system.0', message: 'The service does not send the billing line to the model.' },
    ],
  };
}

function instructions(parts: Message['parts']): Message[] {
  return parts.length === 0 ? [] : [{ role: 'system', parts }];
}
