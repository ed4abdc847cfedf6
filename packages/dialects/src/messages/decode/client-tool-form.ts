import type { JsonObject } from '@org/engine';

/** What a model has to know of a typed tool. */
export interface ClientToolForm {
  readonly description: string;
  readonly inputSchema: JsonObject;
}
