import type { ServerToolForms } from '@org/engine';
import { hostedForms } from './hosted-tools/hosted-forms.js';
import { mcpForm } from './mcp/mcp-form.js';

/** How this dialect shows the calls of server tools in a response that includes `include`. */
export function serverToolForms(include: readonly string[]): ServerToolForms {
  return { mcp: mcpForm, hosted: hostedForms(include) };
}
