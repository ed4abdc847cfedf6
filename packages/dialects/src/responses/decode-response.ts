// A finished response of another service that speaks this dialect, wire to neutral.
import { cancelled } from '@org/engine/errors/cancelled';
import { EngineError, type ErrorCode } from '@org/engine/errors/engine-error';
import type { GenerationResult } from '@org/engine/model/generation-result';
import { emptyUsage } from '@org/engine/model/usage';
import type { Response } from '@org/protocol/responses';
import { jsonOf } from '../shared/json-of.js';
import { answerExtensions } from './answer-bag.js';
import { decodeItem } from './decode-item.js';
import { decodeUsage } from './encode-usage.js';
import { decodeEnd } from './status.js';

/**
 * The result of a response. What its service encrypted stays a foreign seal. Throws for a response that has no result:
 * one that failed, was cancelled or still runs.
 */
export function decodeResponse(response: Response): GenerationResult {
  requireResult(response);
  const parts = response.output.flatMap((item, index) => decodeItem(item, () => undefined, { field: 'output', index }).parts);
  const content = {
    calls: parts.some((part) => part.type === 'tool-call'),
    refuses: parts.some((part) => part.type === 'text' && part.refusal === true),
  };
  return {
    model: response.model,
    parts,
    finishReason: decodeEnd(response.status, response.incomplete_details?.reason, content),
    usage: response.usage === null ? { ...emptyUsage, estimated: true } : decodeUsage(jsonOf(response.usage)),
    warnings: [],
    ...answerExtensions(jsonOf(response)),
  };
}

function requireResult(response: Response): void {
  switch (response.status) {
    case 'completed':
    case 'incomplete':
      return;
    case 'failed':
      throw new EngineError(failureOf(response), 'The model service failed to answer.', { cause: response.error });
    case 'cancelled':
      throw cancelled();
    case 'queued':
    case 'in_progress':
      throw new EngineError('upstream-failed', 'The model service did not finish its answer.');
  }
}

function failureOf(response: Response): ErrorCode {
  switch (response.error?.code) {
    case 'rate_limit_exceeded':
      return 'rate-limited';
    case 'context_length_exceeded':
      return 'context-overflow';
    case 'invalid_prompt':
      return 'upstream-rejected';
    default:
      return 'upstream-failed';
  }
}
