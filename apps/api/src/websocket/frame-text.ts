import { bytesWithRests } from '@org/engine/flow/made-with-rests';
import { isLongJson, jsonPieces } from '@org/engine/model/text/json-pieces';

/** What is sent of a frame. Others have their turn while a long one is made. */
export function frameText(frame: object): string | Promise<Buffer> {
  return isLongJson(frame)
    ? bytesWithRests(jsonPieces(frame)).then((pieces) => Buffer.concat(pieces))
    : JSON.stringify(frame);
}
