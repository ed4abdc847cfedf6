/** `drop` leaves a field out and warns the client. `reject` fails the request with an error that names the field. */
export type PolicyAction = 'pass' | 'drop' | 'reject';

/** What of a request goes on to an upstream. */
export interface UpstreamPolicySettings {
  /** Tools that the upstream runs. */
  readonly hostedTools: PolicyAction;
  /** MCP servers that the upstream connects to and that `allowedMcpServers` does not list. */
  readonly mcpServers: PolicyAction;
  /** URLs and ids of connectors and tunnels. A URL is listed with its path and query. */
  readonly allowedMcpServers: readonly string[];
  /** Ids of objects that the upstream stores, other than those that this service gave to the owner. */
  readonly vendorIds: PolicyAction;
  /** Members that the API does not define. Those that steer addresses or credentials never pass. */
  readonly unknownFields: PolicyAction;
  /** Tiers that cost more, and fields that change who pays or which model responds. */
  readonly serviceTier: PolicyAction;
  /** `public`: the upstream fetches public addresses. `fetch`: this service fetches them. `reject`: none. */
  readonly mediaUrls: 'public' | 'fetch' | 'reject';
}

/** The policy where the operator sets none. */
export const defaultUpstreamPolicy: UpstreamPolicySettings = {
  hostedTools: 'drop',
  mcpServers: 'reject',
  allowedMcpServers: [],
  vendorIds: 'reject',
  unknownFields: 'pass',
  serviceTier: 'drop',
  mediaUrls: 'public',
};
