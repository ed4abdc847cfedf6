import { defaultUpstreamPolicy, type PolicyAction, type UpstreamPolicySettings } from '@org/dialects/dialect';
import { IsArray, IsIn, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { applyDecorators } from '../checks/apply-decorators.js';
import type { PolicySettings } from '../service-file.js';

const actions: readonly PolicyAction[] = ['pass', 'drop', 'reject'];
const mediaModes: readonly UpstreamPolicySettings['mediaUrls'][] = ['public', 'fetch', 'reject'];

function AreNames(): PropertyDecorator {
  return applyDecorators(IsArray(), IsString({ each: true }), IsNotEmpty({ each: true }));
}

/** `upstreamPolicy` in service.yaml: what of requests goes on to upstreams. */
export class UpstreamPolicySection {
  /** Tools that the upstream runs. Default: `drop`, or `reject` where `policy.hostedTools` is `reject`. */
  @IsOptional()
  @IsIn(actions)
  hostedTools?: PolicyAction;

  /** MCP servers that the upstream connects to, other than those in `allowedMcpServers`. */
  @IsIn(actions)
  mcpServers: PolicyAction = defaultUpstreamPolicy.mcpServers;

  /** URLs of MCP servers, and ids of connectors and tunnels, that pass. */
  @AreNames()
  allowedMcpServers: string[] = [];

  /** Ids of objects at the upstream that the service did not give to the owner of the key. */
  @IsIn(actions)
  vendorIds: PolicyAction = defaultUpstreamPolicy.vendorIds;

  /** Fields that the API does not define. Those that steer addresses or credentials never pass. */
  @IsIn(actions)
  unknownFields: PolicyAction = defaultUpstreamPolicy.unknownFields;

  /** Values of `service_tier` and `speed` that cost more, and fields that change who pays or which model responds. */
  @IsIn(actions)
  serviceTier: PolicyAction = defaultUpstreamPolicy.serviceTier;

  /** URLs of images and files. */
  @IsIn(mediaModes)
  mediaUrls: UpstreamPolicySettings['mediaUrls'] = defaultUpstreamPolicy.mediaUrls;
}

/** `upstreamPolicy` of a model: each setting replaces that of the service. */
export class ModelUpstreamPolicySection {
  @IsOptional()
  @IsIn(actions)
  hostedTools?: PolicyAction;

  @IsOptional()
  @IsIn(actions)
  mcpServers?: PolicyAction;

  @IsOptional()
  @AreNames()
  allowedMcpServers?: string[];

  @IsOptional()
  @IsIn(actions)
  vendorIds?: PolicyAction;

  @IsOptional()
  @IsIn(actions)
  unknownFields?: PolicyAction;

  @IsOptional()
  @IsIn(actions)
  serviceTier?: PolicyAction;

  @IsOptional()
  @IsIn(mediaModes)
  mediaUrls?: UpstreamPolicySettings['mediaUrls'];
}

/** The policy of a model. */
export function toUpstreamPolicy(
  service: UpstreamPolicySection,
  model: ModelUpstreamPolicySection | undefined,
  { hostedTools }: Pick<PolicySettings, 'hostedTools'>,
): UpstreamPolicySettings {
  const unsupported = hostedTools === 'reject' ? 'reject' : defaultUpstreamPolicy.hostedTools;
  return {
    hostedTools: model?.hostedTools ?? service.hostedTools ?? unsupported,
    mcpServers: model?.mcpServers ?? service.mcpServers,
    allowedMcpServers: model?.allowedMcpServers ?? service.allowedMcpServers,
    vendorIds: model?.vendorIds ?? service.vendorIds,
    unknownFields: model?.unknownFields ?? service.unknownFields,
    serviceTier: model?.serviceTier ?? service.serviceTier,
    mediaUrls: model?.mediaUrls ?? service.mediaUrls,
  };
}
