/** A frame of the stream that the client gave a name. */
export function tagged(frame: object, streamId: string | undefined): object {
  return streamId === undefined ? frame : { ...frame, stream_id: streamId };
}
