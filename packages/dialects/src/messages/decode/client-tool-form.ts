import type { JsonObject } from '@org/engine';

/** The description of a typed tool for a model. */
export interface ClientToolForm {
  readonly description: string;
  readonly inputSchema: JsonObject;
}
