import type { UpstreamMessages } from '@org/providers';
import { IsIn } from 'class-validator';

const upstreamMessageModes: readonly UpstreamMessages[] = ['forward', 'hide'];

export class ErrorSettings {
  /** Whether clients receive the messages of upstreams. */
  @IsIn(upstreamMessageModes)
  upstreamMessages: UpstreamMessages = 'forward';
}

/** `errors` of a model, which replaces that of the service. */
export class ModelErrorSettings {
  @IsIn(upstreamMessageModes)
  upstreamMessages!: UpstreamMessages;
}
