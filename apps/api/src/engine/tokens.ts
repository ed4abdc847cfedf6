// Injection tokens of what the features need of the engine. A feature never knows which adapter stands behind one.
import type { InjectionToken } from '@nestjs/common';

export const CONFIG: InjectionToken = Symbol('CONFIG');
export const STORE: InjectionToken = Symbol('STORE');
export const REGISTRY: InjectionToken = Symbol('REGISTRY');
export const REASONING_SIGNERS: InjectionToken = Symbol('REASONING_SIGNERS');
/** Absent (undefined) where URLs are not fetched. */
export const MEDIA: InjectionToken = Symbol('MEDIA');
/** Absent (undefined) where no tools of other servers are called. */
export const MCP_SERVERS: InjectionToken = Symbol('MCP_SERVERS');
export const IDS: InjectionToken = Symbol('IDS');
export const CLOCK: InjectionToken = Symbol('CLOCK');
export const LOG: InjectionToken = Symbol('LOG');
