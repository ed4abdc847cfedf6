import { withTarget } from '../attempt.js';
import type { ChatRule } from '../targets.js';

export const chatStreamingRules: readonly ChatRule[] = [
  {
    id: 'non-streaming-unsupported',
    servers: ['Alibaba', 'gateways'],
    rejects: 'a non-streaming request',
    fallback: 'requests a stream',
    match: { text: /\bonly supports? stream|for non-streaming calls|\bstream must be (?:set to )?true/i },
    cache: 'request-form',
    applies: ({ target, payload: { body } }) => target.supportsNonStreaming && body['stream'] !== true,
    patch: (attempt) => withTarget(attempt, { supportsNonStreaming: false }),
  },
];
