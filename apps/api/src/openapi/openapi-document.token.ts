/** Injection token of the generated OpenAPI document. */
export const OPENAPI_DOCUMENT = Symbol('OPENAPI_DOCUMENT');
