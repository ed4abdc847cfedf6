// Writes a BERT model with random weights: small, real for the engine, and equal on each run.
import { writeFileSync } from 'node:fs';

/** How the engine makes one vector, or one score, of those of the tokens. */
export type BertPooling = 'mean' | 'rank';

const width = 32;
const innerWidth = 64;
export const bertContextLength = 256;
const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789.'];
/** `▁` starts a word. */
const vocabulary = [...specials, ...letters.map((letter) => `\u2581${letter}`), ...letters];

/** Writes the model to `path`, and returns `path`. A model with pooling `rank` has a classification layer. */
export function writeBert(path: string, pooling: BertPooling): string {
  const pairs = [
    text('general.architecture', 'bert'),
    text('general.name', `Random BERT (${pooling})`),
    unsigned('general.file_type', 0),
    unsigned('bert.context_length', bertContextLength),
    unsigned('bert.embedding_length', width),
    unsigned('bert.feed_forward_length', innerWidth),
    unsigned('bert.block_count', 1),
    unsigned('bert.attention.head_count', 2),
    float('bert.attention.layer_norm_epsilon', 1e-6),
    flag('bert.attention.causal', false),
    unsigned('bert.pooling_type', pooling === 'mean' ? 1 : 4),
    text('tokenizer.ggml.model', 'bert'),
    unsigned('tokenizer.ggml.token_type_count', 2),
    list('tokenizer.ggml.tokens', 8, vocabulary.map(string)),
    list(
      'tokenizer.ggml.token_type',
      5,
      vocabulary.map((_, index) => u32(index < specials.length ? 3 : 1)),
    ),
    ...['padding', 'unknown', 'cls', 'seperator', 'mask'].map((name, id) =>
      unsigned(`tokenizer.ggml.${name}_token_id`, id),
    ),
    unsigned('tokenizer.ggml.bos_token_id', 2),
    unsigned('tokenizer.ggml.eos_token_id', 3),
  ];
  const tensors = [
    ['token_embd.weight', width, vocabulary.length],
    ['token_types.weight', width, 2],
    ['position_embd.weight', width, bertContextLength],
    ...['token_embd_norm', 'blk.0.attn_output_norm', 'blk.0.layer_output_norm'].flatMap((name) => layer(name, width)),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].flatMap((name) => layer(`blk.0.${name}`, width, width)),
    ...layer('blk.0.ffn_up', innerWidth, width),
    ...layer('blk.0.ffn_down', width, innerWidth),
    ...(pooling === 'rank' ? [...layer('cls', width, width), ...layer('cls.output', 1, width)] : []),
  ] as const;
  writeFileSync(path, assemble(pairs, tensors));
  return path;
}

type Tensor = readonly [name: string, ...dimensions: readonly number[]];

/** A weight and a bias. Without `inputs`: of a normalization. */
function layer(name: string, outputs: number, inputs?: number): readonly Tensor[] {
  return [
    inputs === undefined ? [`${name}.weight`, outputs] : [`${name}.weight`, inputs, outputs],
    [`${name}.bias`, outputs],
  ];
}

const alignment = 32;

function assemble(pairs: readonly Buffer[], tensors: readonly Tensor[]): Buffer {
  const random = seeded();
  let offset = 0;
  const infos: Buffer[] = [];
  const data: Buffer[] = [];
  for (const [name, ...dimensions] of tensors) {
    const size = dimensions.reduce((product, dimension) => product * dimension, 1);
    const isNorm = name.includes('norm.weight');
    const values = Float32Array.from({ length: size }, () => (isNorm ? 1 : random() - 0.5));
    const bytes = padded(Buffer.from(values.buffer));
    infos.push(Buffer.concat([string(name), u32(dimensions.length), ...dimensions.map(u64), u32(0), u64(offset)]));
    data.push(bytes);
    offset += bytes.length;
  }
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(pairs.length),
    ...pairs,
    ...infos,
  ]);
  return Buffer.concat([padded(header), ...data]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
}

/** Numbers from 0 to 1 that are the same on each run. */
function seeded(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function string(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function text(key: string, value: string): Buffer {
  return Buffer.concat([string(key), u32(8), string(value)]);
}

function unsigned(key: string, value: number): Buffer {
  return Buffer.concat([string(key), u32(4), u32(value)]);
}

function float(key: string, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([string(key), u32(6), bytes]);
}

function flag(key: string, value: boolean): Buffer {
  return Buffer.concat([string(key), u32(7), Buffer.from([value ? 1 : 0])]);
}

function list(key: string, type: number, values: readonly Buffer[]): Buffer {
  return Buffer.concat([string(key), u32(9), u32(type), u64(values.length), ...values]);
}
