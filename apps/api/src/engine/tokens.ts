// Injection tokens for the engine dependencies of the features. A feature never knows the adapter of a token.
import type { InjectionToken } from '@nestjs/common';

export const CONFIG: InjectionToken = Symbol('CONFIG');
export const STORE: InjectionToken = Symbol('STORE');
/** The secret of the server. */
export const SECRET: InjectionToken = Symbol('SECRET');
export const REGISTRY: InjectionToken = Symbol('REGISTRY');
export const REASONING_SIGNERS: InjectionToken = Symbol('REASONING_SIGNERS');
/** Absent (undefined) where URLs are not fetched. */
export const MEDIA: InjectionToken = Symbol('MEDIA');
/** The models of embeddings and rankings. */
export const RETRIEVAL_MODELS: InjectionToken = Symbol('RETRIEVAL_MODELS');
/** Absent (undefined) where no tools of MCP servers are called. */
export const MCP_SERVERS: InjectionToken = Symbol('MCP_SERVERS');
/** Absent (undefined) where the service runs no hosted tools. */
export const HOSTED_TOOLS: InjectionToken = Symbol('HOSTED_TOOLS');
/** Whether an upstream receives a field: the policies, and the policy of a model. */
export const UPSTREAM_POLICIES: InjectionToken = Symbol('UPSTREAM_POLICIES');
export const FIND_POLICY: InjectionToken = Symbol('FIND_POLICY');
export const IDS: InjectionToken = Symbol('IDS');
export const CLOCK: InjectionToken = Symbol('CLOCK');
export const LOG: InjectionToken = Symbol('LOG');
