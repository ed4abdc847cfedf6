import type { ServerToolForms } from '@org/engine';
import { hostedForm } from './hosted-tools/hosted-form.js';
import type { HitSigner } from './hosted-tools/encrypted-hits.js';
import { mcpForm } from './mcp/mcp-form.js';

/** One for each signer, so that equal requests are equal turns. */
const formsOf = new WeakMap<HitSigner, ServerToolForms>();

/** How this dialect shows the calls of server tools to the owner of `signer`. */
export function serverToolForms(signer: HitSigner): ServerToolForms {
  const known = formsOf.get(signer);
  if (known !== undefined) return known;
  const hosted = hostedForm(signer);
  const forms: ServerToolForms = {
    mcp: mcpForm,
    // No request of this dialect declares `file-search`.
    hosted: { 'web-search': hosted, 'web-fetch': hosted, 'file-search': hosted, code: hosted },
    citationsEndParts: true,
    pausesAtLimit: true,
  };
  formsOf.set(signer, forms);
  return forms;
}
