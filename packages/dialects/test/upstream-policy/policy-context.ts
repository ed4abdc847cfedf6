import { defaultUpstreamPolicy, type PolicyContext, type UpstreamPolicySettings } from '#src/dialect.js';

/** Everything passes that may pass. */
export const openPolicy: UpstreamPolicySettings = {
  hostedTools: 'pass',
  mcpServers: 'pass',
  allowedMcpServers: [],
  vendorIds: 'pass',
  unknownFields: 'pass',
  serviceTier: 'pass',
  mediaUrls: 'public',
};

/** A context whose owner has received ids that end with `.mine`, and in which `.example` is public. */
export function policyContext(
  settings: Partial<UpstreamPolicySettings> = {},
  base: UpstreamPolicySettings = defaultUpstreamPolicy,
): PolicyContext {
  return {
    settings: { ...base, ...settings },
    isPublicUrl: (url) => /^https?:\/\/[\w.-]+\.example(?:\/|$)/.test(url),
    readVendorId: (id) => (id.endsWith('.mine') ? id.slice(0, -'.mine'.length) : undefined),
  };
}
