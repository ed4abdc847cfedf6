import { open, type FileHandle } from 'node:fs/promises';
import { readFileSampling, type FileSampling } from './sampling/sampling-in-file.js';

/** What the service reads of a model file without loading it. */
export interface GgufHeader {
  readonly version: number;
  readonly architecture: string;
  readonly name: string | undefined;
  /** The name of the family of models, without size and version. */
  readonly baseName: string | undefined;
  /** `model`, or what else a GGUF file can contain, such as `mmproj` or `adapter`. */
  readonly type: string;
  /** The context that the model was trained with, in tokens. */
  readonly contextLength: number | undefined;
  readonly promptTemplate: string | undefined;
  /** How the vectors of the tokens become one vector; absent: the file does not pool, as chat models. */
  readonly pooling: 'mean' | 'cls' | 'last' | 'rank' | undefined;
  /** Values of a vector of the model. */
  readonly embeddingLength: number | undefined;
  /** The sampling that the makers of the model recommend. */
  readonly sampling: FileSampling;
  /** Values of a key or a value of one attention head; a quantized KV cache needs a multiple of 32. */
  readonly headLengths: readonly number[];
  /** Maximum size of one token in the KV cache, in bytes; absent when the header does not contain it. */
  readonly cacheBytesPerToken: number | undefined;
  /**
   * Maximum number of bytes of text that a token stands for; absent where the vocabulary is of a kind that may merge or drop
   * characters.
   */
  readonly maxTokenBytes: number | undefined;
}

/** Kinds of vocabularies whose tokens contain all characters of a text. */
const completeVocabularies: readonly (string | undefined)[] = ['gpt2', 'llama'];

/** Why a file is not loaded. Model files are untrusted, so every length is validated before use. */
export class GgufError extends Error {
  override readonly name = 'GgufError';
}

const magic = 'GGUF';
const maxPairs = 4_096;
const maxTensors = 1_000_000;
const maxKeyLength = 65_535;
/** A metadata string of more bytes is no template or name. */
const maxStringLength = 16 * 1024 * 1024;
const maxArrayLength = 16 * 1024 * 1024;
const blockSize = 256 * 1024;

/** Bytes of the fixed-size value types, by type number; 8 is a string and 9 an array. */
const scalarSizes: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const stringType = 8;
const arrayType = 9;

/** Reads the metadata of a GGUF file (versions 2 and 3). Throws a {@link GgufError} for anything else. */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const file = await open(path, 'r');
  try {
    return await readHeader(new GgufReader(file, (await file.stat()).size));
  } finally {
    await file.close();
  }
}

async function readHeader(reader: GgufReader): Promise<GgufHeader> {
  if (reader.size < magic.length || (await reader.bytes(magic.length)).toString('latin1') !== magic)
    throw new GgufError('The file is not a GGUF model.');
  const version = await reader.unsigned(4);
  if (version !== 2 && version !== 3) throw new GgufError(`GGUF version ${version} is not supported.`);
  if ((await reader.unsigned(8)) > maxTensors) throw new GgufError('The header names too many tensors.');
  const pairs = await reader.unsigned(8);
  if (pairs > maxPairs) throw new GgufError('The header has too many entries.');
  const values = new Map<string, string | number>();
  for (let index = 0; index < pairs; index += 1) {
    const key = await reader.text(maxKeyLength);
    const value = await reader.value(await reader.unsigned(4));
    if (value !== undefined) values.set(key, value);
  }
  const architecture = textIn(values, 'general.architecture');
  if (architecture === undefined) throw new GgufError('The header names no architecture.');
  const ofArchitecture = (key: string): number | undefined => numberIn(values, `${architecture}.${key}`);
  return {
    version,
    architecture,
    name: textIn(values, 'general.name'),
    baseName: textIn(values, 'general.basename'),
    // Projectors of older converters have no type.
    type: textIn(values, 'general.type') ?? (architecture === 'clip' ? 'mmproj' : 'model'),
    contextLength: numberIn(values, `${architecture}.context_length`),
    promptTemplate: textIn(values, 'tokenizer.chat_template'),
    pooling: poolings[ofArchitecture('pooling_type') ?? 0],
    embeddingLength: ofArchitecture('embedding_length'),
    sampling: readFileSampling(values),
    headLengths: headLengths(ofArchitecture) ?? [],
    cacheBytesPerToken: cacheBytes(ofArchitecture),
    maxTokenBytes: completeVocabularies.includes(textIn(values, 'tokenizer.ggml.model'))
      ? numberIn(values, 'tokenizer.ggml.tokens')
      : undefined,
  };
}

/** By the number in the file; 0 is none. */
const poolings = [undefined, 'mean', 'cls', 'last', 'rank'] as const;

/** Keys and values of all layers at 16 bits each. Models with a sliding window or smaller layers need less. */
function cacheBytes(value: (key: string) => number | undefined): number | undefined {
  const layers = value('block_count');
  const heads = value('attention.head_count');
  const lengths = headLengths(value);
  if (layers === undefined || heads === undefined || lengths === undefined) return undefined;
  return layers * (value('attention.head_count_kv') ?? heads) * lengths.reduce((sum, length) => sum + length, 0) * 2;
}

/** The lengths of a key and of a value. */
function headLengths(value: (key: string) => number | undefined): readonly number[] | undefined {
  const heads = value('attention.head_count');
  const width = value('embedding_length');
  if (heads === undefined || heads === 0 || width === undefined) return undefined;
  return [value('attention.key_length') ?? width / heads, value('attention.value_length') ?? width / heads];
}

function textIn(values: ReadonlyMap<string, string | number>, key: string): string | undefined {
  const value = values.get(key);
  return typeof value === 'string' ? value : undefined;
}

function numberIn(values: ReadonlyMap<string, string | number>, key: string): number | undefined {
  const value = values.get(key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Reads a file sequentially, a block at a time. */
class GgufReader {
  readonly size: number;
  readonly #file: FileHandle;
  #block = Buffer.alloc(0);
  #blockStart = 0;
  #position = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  async bytes(length: number): Promise<Buffer> {
    if (length > this.size - this.#position) throw new GgufError('The header is longer than the file.');
    const inBlock =
      this.#position >= this.#blockStart && this.#position + length <= this.#blockStart + this.#block.length;
    if (!inBlock) await this.#load(Math.max(length, blockSize));
    const start = this.#position - this.#blockStart;
    this.#position += length;
    return this.#block.subarray(start, start + length);
  }

  async unsigned(size: 4 | 8): Promise<number> {
    const bytes = await this.bytes(size);
    return size === 4 ? bytes.readUInt32LE() : Number(bytes.readBigUInt64LE());
  }

  async text(maxLength: number): Promise<string> {
    const length = await this.unsigned(8);
    if (length > maxLength) throw new GgufError('A string in the header is too long.');
    return (await this.bytes(length)).toString('utf8');
  }

  /** A text, a number, or of an array of texts the bytes of its longest one; everything else is passed over. */
  async value(type: number): Promise<string | number | undefined> {
    if (type === stringType) return this.text(maxStringLength);
    if (type === arrayType) return this.#maxTextBytes();
    const size = scalarSizes[type];
    if (size === undefined) throw new GgufError(`The header has a value of the unknown type ${type}.`);
    const bytes = await this.bytes(size);
    switch (type) {
      case 4:
        return bytes.readUInt32LE();
      case 5:
        return bytes.readInt32LE();
      case 6:
        return bytes.readFloatLE();
      case 10:
        return Number(bytes.readBigUInt64LE());
      case 12:
        return bytes.readDoubleLE();
      default:
        return undefined;
    }
  }

  async #maxTextBytes(): Promise<number | undefined> {
    const type = await this.unsigned(4);
    const length = await this.unsigned(8);
    if (length > maxArrayLength) throw new GgufError('An array in the header is too long.');
    const size = scalarSizes[type];
    if (size !== undefined) {
      this.#skip(size * length);
      return undefined;
    }
    if (type !== stringType) throw new GgufError(`The header has an array of the unsupported type ${type}.`);
    let max = 0;
    for (let index = 0; index < length; index += 1) {
      const bytes = await this.unsigned(8);
      if (bytes > maxStringLength) throw new GgufError('A string in the header is too long.');
      this.#skip(bytes);
      max = Math.max(max, bytes);
    }
    return max;
  }

  #skip(length: number): void {
    if (length > this.size - this.#position) throw new GgufError('The header is longer than the file.');
    this.#position += length;
  }

  async #load(length: number): Promise<void> {
    const wanted = Math.min(length, this.size - this.#position);
    const block = Buffer.allocUnsafe(wanted);
    const { bytesRead } = await this.#file.read(block, 0, wanted, this.#position);
    if (bytesRead < wanted) throw new GgufError('The header is longer than the file.');
    this.#block = block;
    this.#blockStart = this.#position;
  }
}
