import { runYielding, toUtf8Chunks, isLongJson, jsonChunks } from '@org/engine';

/** Serializes a frame; yields to the event loop while a long one is built. */
export function frameText(frame: object): string | Promise<Buffer> {
  return isLongJson(frame)
    ? runYielding(toUtf8Chunks(jsonChunks(frame))).then((chunks) => Buffer.concat(chunks))
    : JSON.stringify(frame);
}
