import type { ErrorCode, JsonObject } from '@org/engine';

/** One method of one path. Schemas are named as in `components`. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** As OpenAPI writes it: `/v1/responses/{id}`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly tag:
    | 'Messages'
    | 'Responses'
    | 'Conversations'
    | 'Files'
    | 'Containers'
    | 'Vector stores'
    | 'Retrieval'
    | 'Models'
    | 'Usage'
    | 'Health';
  readonly description?: string;
  /** Anybody may call it. */
  readonly public?: true;
  readonly query?: readonly QueryParameter[];
  readonly body?: string;
  /** Schemas of the body where it is a form with a file; several where the dialect decides. */
  readonly form?: readonly string[];
  /** The body may be absent. */
  readonly bodyOptional?: true;
  /** A body that works on a fresh installation. */
  readonly example?: JsonObject;
  /** Success is a protocol upgrade and not a response. */
  readonly upgrade?: 'websocket';
  /** Schemas of the JSON response; several where the dialect decides. Absent: plain text. */
  readonly responseSchemas?: readonly string[];
  /** The response to `example`, where a response with every field of the schema would be too long. */
  readonly exampleResponse?: JsonObject;
  /** The response consists of the bytes of a file. */
  readonly bytes?: true;
  /** Schema of one line of a response in JSON lines. */
  readonly lines?: string;
  /** Schema of one event of the streamed response. */
  readonly events?: string;
  /** What may go wrong beyond what may with every operation of its kind (`failures-of.ts`). */
  readonly fails?: readonly ErrorCode[];
}

type ValueSchema = {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
};

export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  /** A list is the parameter again for each of its values. */
  readonly schema: ValueSchema | { readonly type: 'array'; readonly items: ValueSchema };
}
