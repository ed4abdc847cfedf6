import type { ServerToolForms } from '@org/engine';
import { mcpForm } from './mcp/mcp-form.js';

/** How this dialect shows the calls of server tools. */
export const serverToolForms: ServerToolForms = {
  mcp: mcpForm,
  hosted: { 'web-search': mcpForm, 'web-fetch': mcpForm, 'file-search': mcpForm, code: mcpForm },
  citationsEndParts: true,
};
