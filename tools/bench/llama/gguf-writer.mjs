// Writes a GGUF file (version 3): metadata, a table of tensors, and their bytes as they are made, so that a file of any size
// needs little memory. Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

const types = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 };
const alignment = 32;

/**
 * @param {string} path
 * @param {readonly (readonly [name: string, type: keyof typeof types | readonly ['array', 'string' | 'i32'], value: unknown])[]} metadata
 * @param {readonly { name: string, shape: readonly number[], type: number, bytes: number, chunks: () => Iterable<Buffer> }[]} tensors
 *   `type` is ggml's number of the format; `chunks` makes exactly `bytes` bytes.
 */
export async function writeGguf(path, metadata, tensors) {
  const out = createWriteStream(path);
  let written = 0;
  const put = async (bytes) => {
    written += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain');
  };
  await put(Buffer.concat([Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(metadata.length)]));
  for (const [name, type, value] of metadata) await put(Buffer.concat([text(name), typed(type, value)]));
  let offset = 0;
  for (const { name, shape, type, bytes } of tensors) {
    await put(Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(type), u64(offset)]));
    offset += aligned(bytes);
  }
  await put(Buffer.alloc(aligned(written) - written));
  for (const { bytes, chunks } of tensors) {
    for (const chunk of chunks()) await put(chunk);
    await put(Buffer.alloc(aligned(bytes) - bytes));
  }
  out.end();
  await finished(out);
}

function typed(type, value) {
  if (typeof type === 'string') return Buffer.concat([u32(types[type]), plain(type, value)]);
  const [, element] = type;
  return Buffer.concat([
    u32(types.array),
    u32(types[element]),
    u64(value.length),
    ...value.map((one) => plain(element, one)),
  ]);
}

function plain(type, value) {
  switch (type) {
    case 'u32':
      return u32(value);
    case 'i32':
      return number(4, (buffer) => buffer.writeInt32LE(value));
    case 'f32':
      return number(4, (buffer) => buffer.writeFloatLE(value));
    case 'bool':
      return Buffer.from([value ? 1 : 0]);
    case 'string':
      return text(value);
    default:
      throw new Error(`unknown type: ${type}`);
  }
}

const aligned = (size) => Math.ceil(size / alignment) * alignment;
const u32 = (value) => number(4, (buffer) => buffer.writeUInt32LE(value));
const u64 = (value) => number(8, (buffer) => buffer.writeBigUInt64LE(BigInt(value)));
const text = (value) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

function number(size, write) {
  const buffer = Buffer.alloc(size);
  write(buffer);
  return buffer;
}
