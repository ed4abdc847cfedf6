// Creates a language model of any size with random weights: its output is meaningless, at exactly the cost of a real
// one.
//
//   node tools/bench/llama/random-gguf.mjs out.gguf --layers 16 --width 1024 --format q8_0
//
// --layers 12   --width 768   --heads 12   --hidden 2048   --vocabulary 32000   --context 8192
// --format f16 | q8_0 | q4_0   --seed 1
import { readCommandLine, stop } from '../../command-line.mjs';
import { writeGguf } from './gguf-writer.mjs';

/** ggml's number of a format, and the bytes of so many values. */
const formats = {
  f16: { type: 1, file: 1, values: 1, bytes: 2 },
  q8_0: { type: 8, file: 7, values: 32, bytes: 34 },
  q4_0: { type: 2, file: 2, values: 32, bytes: 18 },
};
const f32 = { type: 0, values: 1, bytes: 4 };
const chunkValues = 32 * 4096;
const template = `{%- for m in messages -%}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{%- endfor -%}{%- if add_generation_prompt -%}<|im_start|>assistant\n{%- endif -%}`;
const controls = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];

/**
 * @param {string} path
 * @param {{ layers?: number, width?: number, heads?: number, hidden?: number, vocabulary?: number, context?: number, format?: keyof typeof formats, seed?: number }} [size]
 */
export async function writeRandomModel(
  path,
  {
    layers = 12,
    width = 768,
    heads = 12,
    hidden = 2048,
    vocabulary = 32_000,
    context = 8192,
    format = 'q8_0',
    seed = 1,
  } = {},
) {
  const weights = formats[format];
  if (weights === undefined) throw new Error(`--format: one of ${Object.keys(formats).join(', ')}`);
  if (width % heads !== 0 || width % 32 !== 0 || hidden % 32 !== 0)
    throw new Error('--width must be a multiple of --heads and of 32, --hidden a multiple of 32');
  if (vocabulary < 256 + controls.length) throw new Error(`--vocabulary: at least ${256 + controls.length}`);
  const random = randomBytes(seed);
  const matrix = (name, ...shape) => tensor(name, shape, weights, () => matrixChunks(shape, format, width, random));
  const ones = (name) => tensor(name, [width], f32, () => [Buffer.from(new Float32Array(width).fill(1).buffer)]);
  const blocks = Array.from({ length: layers }, (_, index) => [
    ones(`blk.${index}.attn_norm.weight`),
    matrix(`blk.${index}.attn_q.weight`, width, width),
    matrix(`blk.${index}.attn_k.weight`, width, width),
    matrix(`blk.${index}.attn_v.weight`, width, width),
    matrix(`blk.${index}.attn_output.weight`, width, width),
    ones(`blk.${index}.ffn_norm.weight`),
    matrix(`blk.${index}.ffn_gate.weight`, width, hidden),
    matrix(`blk.${index}.ffn_up.weight`, width, hidden),
    matrix(`blk.${index}.ffn_down.weight`, hidden, width),
  ]);
  const tensors = [
    matrix('token_embd.weight', width, vocabulary),
    ...blocks.flat(),
    ones('output_norm.weight'),
    matrix('output.weight', width, vocabulary),
  ];
  const tokens = [
    ...byteTokens(),
    ...Array.from({ length: vocabulary - 256 - controls.length }, (_, index) => `w${index}`),
    ...controls,
  ];
  await writeGguf(
    path,
    [
      ['general.architecture', 'string', 'llama'],
      ['general.name', 'string', `random ${layers}x${width}`],
      ['general.file_type', 'u32', weights.file],
      ['llama.context_length', 'u32', context],
      ['llama.embedding_length', 'u32', width],
      ['llama.block_count', 'u32', layers],
      ['llama.feed_forward_length', 'u32', hidden],
      ['llama.attention.head_count', 'u32', heads],
      ['llama.attention.head_count_kv', 'u32', heads],
      ['llama.rope.dimension_count', 'u32', width / heads],
      ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
      ['llama.vocab_size', 'u32', vocabulary],
      ['tokenizer.ggml.model', 'string', 'gpt2'],
      ['tokenizer.ggml.pre', 'string', 'gpt-4o'],
      ['tokenizer.ggml.tokens', ['array', 'string'], tokens],
      ['tokenizer.ggml.token_type', ['array', 'i32'], tokens.map((token) => (controls.includes(token) ? 3 : 1))],
      ['tokenizer.ggml.merges', ['array', 'string'], ['Ġ w']],
      ['tokenizer.ggml.bos_token_id', 'u32', vocabulary - 3],
      ['tokenizer.ggml.eos_token_id', 'u32', vocabulary - 1],
      ['tokenizer.ggml.add_bos_token', 'bool', false],
      ['tokenizer.chat_template', 'string', template],
    ],
    tensors,
  );
  return {
    parameters: tensors.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0),
    bytes: tensors.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function tensor(name, shape, format, chunks) {
  const count = shape.reduce((a, b) => a * b, 1);
  return { name, shape, type: format.type, bytes: (count / format.values) * format.bytes, chunks };
}

/** Values with the magnitude of initial training weights, so that no intermediate result overflows. */
function* matrixChunks(shape, format, width, random) {
  const scale = 1 / Math.sqrt(width);
  const count = shape.reduce((a, b) => a * b, 1);
  const { values, bytes } = formats[format];
  const blockScale = half(scale / (format === 'q8_0' ? 64 : 4));
  for (let remaining = count; remaining > 0; remaining -= chunkValues) {
    const size = (Math.min(remaining, chunkValues) / values) * bytes;
    const chunk = random(size);
    if (format === 'f16')
      for (let at = 0; at < size; at += 2) chunk.writeUInt16LE(smallHalf(chunk.readUInt16LE(at), scale), at);
    // The scale of a block precedes its integers.
    else for (let at = 0; at < size; at += bytes) chunk.writeUInt16LE(blockScale, at);
    yield chunk;
  }
}

/** A half-precision number between -scale and scale from 16 random bits. */
function smallHalf(bits, scale) {
  const sign = bits & 0x8000;
  const exponent = (half(scale) >> 10) & 0x1f;
  return sign | (Math.max(1, exponent - (bits & 1)) << 10) | ((bits >> 1) & 0x3ff);
}

/** The bits of a positive number in half precision, truncated. */
function half(value) {
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0] ?? 0;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  return exponent <= 0 ? 0 : (exponent << 10) | ((bits >>> 13) & 0x3ff);
}

/** xorshift, a stream of bytes that the same seed makes again. */
function randomBytes(seed) {
  let state = seed | 1;
  return (size) => {
    const words = new Int32Array(Math.ceil(size / 4));
    for (let index = 0; index < words.length; index += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      words[index] = state;
    }
    return Buffer.from(words.buffer, 0, size);
  };
}

/** One token for each byte, under the characters of byte-level vocabularies. */
function byteTokens() {
  const visible = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    if (visible(byte)) return String.fromCodePoint(byte);
    next += 1;
    return String.fromCodePoint(next - 1);
  });
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = readCommandLine(import.meta.url, {
    maxPositionals: 1,
    options: Object.fromEntries(
      ['layers', 'width', 'heads', 'hidden', 'vocabulary', 'context', 'format', 'seed'].map((name) => [
        name,
        { type: 'string' },
      ]),
    ),
  });
  const [path] = positionals;
  if (path === undefined) stop('The path of the output file is missing: OUT.gguf');
  const { format, ...numbers } = values;
  const size = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
  const { parameters, bytes } = await writeRandomModel(path, { ...size, ...(format === undefined ? {} : { format }) });
  process.stdout.write(
    `${path}: ${(parameters / 1e6).toFixed(1)} million parameters, ${(bytes / 1e6).toFixed(0)} MB\n`,
  );
}
