import type { JsonObject, Warning } from '@org/engine';
import { applyPolicy, type PolicyContext, type PolicyRule } from './apply-policy.js';
import { policyError, policyWarning } from './describe-finding.js';
import type { RequestFields } from './field-nodes.js';

/**
 * Checks the request of a client before anything runs, and returns a warning for each field that the upstream will not
 * receive. Throws `invalid-request` with the field's path for the first one that fails the request. `rules`: the only
 * rules that apply; default all.
 */
export function checkRequest(
  fields: RequestFields,
  body: JsonObject,
  context: PolicyContext,
  rules?: ReadonlySet<PolicyRule>,
): readonly Warning[] {
  const { findings: all } = applyPolicy(fields, body, context);
  // Most requests.
  if (all.length === 0) return [];
  const findings = all.filter(({ rule }) => rule !== 'service' && (rules === undefined || rules.has(rule)));
  const rejected = findings.find(({ action }) => action === 'reject');
  if (rejected !== undefined) throw policyError(rejected, context.settings);
  return findings.map((finding) => policyWarning(finding, context.settings));
}
