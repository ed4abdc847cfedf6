import { runYielding, toUtf8Chunks, isLongJson, jsonChunks } from '@org/engine';

/** What is sent of a frame. Others have their turn while a long one is made. */
export function frameText(frame: object): string | Promise<Buffer> {
  return isLongJson(frame)
    ? runYielding(toUtf8Chunks(jsonChunks(frame))).then((chunks) => Buffer.concat(chunks))
    : JSON.stringify(frame);
}
