import { messageCountTokensParamsSchema, messageCreateParamsSchema } from '@org/protocol/messages';
import { shapeOf } from '@org/protocol/schema';
import { createRequestFields } from '../../shared/upstream-policy/field-nodes.js';
import { once } from '../../shared/once.js';
import { governedFields } from './governed-fields.js';
import { plainFields } from './plain-fields.js';

/** The fields of this dialect's requests with their classes. */
export const messagesRequestFields = once(() =>
  createRequestFields([messageCreateParamsSchema, messageCountTokensParamsSchema].map(shapeOf), {
    plain: plainFields,
    governed: governedFields,
    unknown: { tools: 'hostedTool' },
  }),
);
