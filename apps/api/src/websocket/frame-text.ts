import { bytesWithRests, isLongJson, jsonPieces } from '@org/engine';

/** What is sent of a frame. Others have their turn while a long one is made. */
export function frameText(frame: object): string | Promise<Buffer> {
  return isLongJson(frame)
    ? bytesWithRests(jsonPieces(frame)).then((pieces) => Buffer.concat(pieces))
    : JSON.stringify(frame);
}
