// Writes the header of a GGUF file, without tensors.
import { writeFileSync } from 'node:fs';

type Value = string | number;

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([length, bytes]);
}

/** A string, a 32-bit integer, or a 32-bit float for a number with a fraction. */
function typed(value: Value): Buffer {
  const head = Buffer.alloc(typeof value === 'string' ? 4 : 8);
  if (typeof value === 'string') {
    head.writeUInt32LE(8);
    return Buffer.concat([head, text(value)]);
  }
  if (Number.isInteger(value)) {
    head.writeUInt32LE(5);
    head.writeInt32LE(value, 4);
  } else {
    head.writeUInt32LE(6);
    head.writeFloatLE(value, 4);
  }
  return head;
}

/** Writes a file with these metadata to `path`, and returns `path`. */
export function writeGguf(path: string, metadata: Readonly<Record<string, Value>>): string {
  const start = Buffer.alloc(24);
  start.write('GGUF');
  start.writeUInt32LE(3, 4);
  start.writeBigUInt64LE(BigInt(Object.keys(metadata).length), 16);
  const pairs = Object.entries(metadata).map(([key, value]) => Buffer.concat([text(key), typed(value)]));
  writeFileSync(path, Buffer.concat([start, ...pairs]));
  return path;
}
