import type { Failure } from '../api/failure.js';
import type { ApiRequest } from '../api/request.js';
import type { ResponseHead, StreamEvent } from '../api/stream-turn.js';
import type { DialectName } from './dialects/dialect.js';
import type { Output, OutputReader } from './output.js';

/** An event and when it arrived, in milliseconds after the request. */
export interface TimedEvent {
  readonly at: number;
  readonly event: StreamEvent;
}

/** A prompt, the request for it, and what the service has sent so far. */
export interface Turn {
  readonly id: number;
  readonly dialect: DialectName;
  readonly model: string;
  readonly prompt: string;
  readonly request: ApiRequest;
  readonly status: 'running' | 'completed' | 'stopped' | 'failed';
  readonly head: ResponseHead | undefined;
  readonly events: readonly TimedEvent[];
  readonly reader: OutputReader;
  readonly failure: Failure | undefined;
  /** Milliseconds from the request to its end. */
  readonly duration: number | undefined;
}

/** The output of a turn so far. */
export function outputOf({ reader }: Turn): Output {
  return reader.output;
}
