import { defaultUpstreamPolicy, type UpstreamPolicySettings } from '@org/dialects/dialect';

/** A policy for tests of what an upstream receives unchanged: everything passes that may pass. */
export const openPolicy: UpstreamPolicySettings = {
  ...defaultUpstreamPolicy,
  hostedTools: 'pass',
  mcpServers: 'pass',
  vendorIds: 'pass',
  unknownFields: 'pass',
  serviceTier: 'pass',
};
