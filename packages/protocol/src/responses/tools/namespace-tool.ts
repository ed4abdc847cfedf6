import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { customToolSchema } from './custom-tool.js';
import { functionToolSchema } from './function-tool.js';

const namespaceToolShape = {
  type: z.literal('namespace'),
  /** What a call names as `namespace`. */
  name: z.string().min(1),
  /** The official types require it; Codex omits it. */
  description: z.string().nullish(),
  /** Their names need to be unique only in here. */
  tools: z.array(openUnion([functionToolSchema, customToolSchema])),
};
export type NamespaceToolShape = { [Name in keyof typeof namespaceToolShape]: (typeof namespaceToolShape)[Name] };
/** Tools under a common name; a call names the tool and, in `namespace`, the group. */
export const namespaceToolSchema: z.ZodObject<NamespaceToolShape, z.core.$loose> = z.looseObject(namespaceToolShape);
export type NamespaceTool = z.infer<typeof namespaceToolSchema>;
