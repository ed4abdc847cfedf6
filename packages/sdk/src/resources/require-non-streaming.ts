/** Rejects `create` with a stream, which the types forbid, because the result would not be a stream. */
export function requireNonStreaming<Params extends object>(params: Params): Params & { stream: false } {
  if ('stream' in params && params.stream === true)
    throw new TypeError('create() returns the complete response; use stream() to receive its events.');
  return { ...params, stream: false };
}
