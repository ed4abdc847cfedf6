/** Who asks `create` for a stream, which types forbid, would be given something that is none. */
export function requireNonStreaming<Params extends object>(params: Params): Params & { stream: false } {
  if ('stream' in params && params.stream === true)
    throw new TypeError('create() returns the complete response; use stream() to receive its events.');
  return { ...params, stream: false };
}
