import type { UpstreamMessages } from '@org/providers';
import { IsBoolean, IsIn } from 'class-validator';

const upstreamMessageModes: readonly UpstreamMessages[] = ['forward', 'hide'];

export class ErrorSettings {
  /** Whether clients receive the messages of upstreams. */
  @IsIn(upstreamMessageModes)
  upstreamMessages: UpstreamMessages = 'forward';

  /** Whether the log has the messages of upstreams, which may quote a request. */
  @IsBoolean()
  logUpstreamMessages: boolean = false;
}

/** `errors` of a model, which replaces that of the service. */
export class ModelErrorSettings {
  @IsIn(upstreamMessageModes)
  upstreamMessages!: UpstreamMessages;
}
