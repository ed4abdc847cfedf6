import { EngineError, type Warning } from '@org/engine';
import type { PolicyFinding, PolicyRule } from './apply-policy.js';
import type { UpstreamPolicySettings } from './policy-settings.js';

const subjects: Readonly<Record<PolicyRule, string>> = {
  hostedTools: 'tools that the upstream runs',
  mcpServers: 'MCP servers that the operator does not list',
  vendorIds: "ids of the upstream's objects that this service did not give to the owner of the key",
  unknownFields: 'fields that the API does not define',
  serviceTier: 'fields and values that change what a request costs',
  mediaUrls: 'URLs of media',
  steering: 'fields that steer addresses or credentials',
  service: 'fields between the client and this service',
};

/** The rule and the setting, for a sentence about a field. */
function ruleOf(rule: PolicyRule, settings: UpstreamPolicySettings): string {
  if (rule === 'steering' || rule === 'service') return `the upstream never receives ${subjects[rule]}`;
  const subject =
    rule === 'mediaUrls' && settings.mediaUrls === 'public' ? 'URLs of hosts that are not public' : subjects[rule];
  return `the upstream of this model receives no ${subject} ('upstreamPolicy.${rule}' is '${settings[rule]}')`;
}

/** The error for a field that fails the request. */
export function policyError({ path, rule }: PolicyFinding, settings: UpstreamPolicySettings): EngineError {
  return new EngineError('invalid-request', `${path}: ${ruleOf(rule, settings)}.`, { param: path, retryable: false });
}

/** The warning for a field that is left out. */
export function policyWarning({ path, rule }: PolicyFinding, settings: UpstreamPolicySettings): Warning {
  return { kind: 'dropped', param: path, message: `The service leaves this field out: ${ruleOf(rule, settings)}.` };
}

/**
 * Warnings for fields of a request as the upstream would have received it. Its conversation also contains earlier turns,
 * so their indexes are not the client's: each rule has one warning for the entire conversation.
 */
export function conversationWarnings(
  findings: readonly PolicyFinding[],
  settings: UpstreamPolicySettings,
): readonly Warning[] {
  const warnings = new Map<string, Warning>();
  for (const finding of findings) {
    if (finding.rule === 'service') continue;
    const [field = ''] = finding.path.split('.', 1);
    const path = field === 'input' || field === 'messages' ? field : finding.path;
    const warning = policyWarning({ ...finding, path }, settings);
    const message =
      path === finding.path ? warning.message : `The service leaves a part out: ${ruleOf(finding.rule, settings)}.`;
    warnings.set(`${path} ${finding.rule}`, { ...warning, message });
  }
  return [...warnings.values()];
}
