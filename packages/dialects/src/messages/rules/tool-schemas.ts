import { jsonOf } from '../../shared/json-of.js';
import type { Rule } from './rule.js';

/**
 * The input of a call is an object: no received call can satisfy a schema of another type. The rest of a schema is
 * between client and model.
 */
export const toolSchemas: Rule = ({ tools = [] }) => {
  for (const [position, { input_schema: schema }] of tools.entries()) {
    if (typeof schema !== 'object' || schema === null) continue;
    const { type } = jsonOf(schema);
    if (type === undefined || type === null || type === 'object' || (Array.isArray(type) && type.includes('object')))
      continue;
    const param = `tools.${position}.input_schema.type`;
    return { param, message: `${param}: Input should be "object"` };
  }
  return undefined;
};
