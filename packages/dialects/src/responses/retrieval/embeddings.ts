// POST /v1/embeddings, both ways.
import { isObject, type EmbeddingInput, type Embeddings } from '@org/engine';
import {
  embeddingCreateParamsSchema,
  maxEmbeddingInputs,
  type CreateEmbeddingResponse,
  type Embedding,
} from '@org/protocol/responses';
import { parseBody } from '../decode/parse-body.js';
import { refuse } from '../decode/refuse.js';

/** A request for vectors. */
export interface EmbeddingRequest {
  readonly model: string;
  readonly inputs: readonly EmbeddingInput[];
  /** Whether the body names a single input: an error then has the path `input`, without a position. */
  readonly isSingle: boolean;
  readonly dimensions: number | undefined;
  readonly format: 'float' | 'base64';
}

/**
 * Validates the body. Throws `invalid-request` with the path of the field. `input` has its own reader, because the failures
 * of a union of four forms explain little, and because it is long.
 */
export function parseEmbeddingRequest(body: unknown): EmbeddingRequest {
  const input = isObject(body) ? body['input'] : undefined;
  const {
    model,
    dimensions,
    encoding_format: format,
  } = parseBody(embeddingCreateParamsSchema, isObject(body) ? { ...body, input: 'read below' } : body);
  const inputs = readInputs(input);
  return {
    model,
    inputs,
    isSingle: typeof input === 'string' || (Array.isArray(input) && typeof input[0] === 'number'),
    dimensions: dimensions ?? undefined,
    format: format ?? 'float',
  };
}

/** The names of the fields that a body may have. */
export const embeddingFields: Readonly<Record<string, unknown>> = embeddingCreateParamsSchema.shape;

function readInputs(input: unknown): readonly EmbeddingInput[] {
  if (input === undefined) refuse('input', 'input: the field is required.', 'missing_required_parameter');
  if (typeof input === 'string') return [readInput(input, 'input')];
  if (!Array.isArray(input))
    refuse(
      'input',
      'input: must be a text, a list of texts, a list of tokens, or a list of lists of tokens.',
      'invalid_type',
    );
  const entries: readonly unknown[] = input;
  if (entries.length === 0) refuse('input', 'input: must not be empty.', 'empty_array');
  if (typeof entries[0] === 'number') return [readInput(entries, 'input')];
  if (entries.length > maxEmbeddingInputs)
    refuse(
      'input',
      `input: has ${entries.length} inputs; at most ${maxEmbeddingInputs} are allowed.`,
      'array_above_max_length',
    );
  const kind = typeof entries[0];
  return entries.map((entry, index) => {
    const path = `input.${index}`;
    if (typeof entry !== kind)
      refuse(path, `${path}: all inputs must be texts, or all lists of tokens.`, 'invalid_type');
    return readInput(entry, path);
  });
}

function readInput(entry: unknown, path: string): EmbeddingInput {
  if (typeof entry === 'string') {
    if (entry === '') refuse(path, `${path}: must not be empty.`, 'empty_string');
    return entry;
  }
  if (!Array.isArray(entry)) refuse(path, `${path}: must be a text or a list of tokens.`, 'invalid_type');
  const tokens: readonly unknown[] = entry;
  if (tokens.length === 0) refuse(path, `${path}: must not be empty.`, 'empty_array');
  return tokens.map((token, index) => {
    if (typeof token !== 'number' || !Number.isSafeInteger(token) || token < 0)
      refuse(`${path}.${index}`, `${path}.${index}: must be a token, an integer of 0 or more.`, 'invalid_type');
    return token;
  });
}

/** The response. */
export function encodeEmbeddings(
  { model, format }: Pick<EmbeddingRequest, 'model' | 'format'>,
  { vectors, inputTokens }: Embeddings,
): CreateEmbeddingResponse {
  return {
    object: 'list',
    data: vectors.map((vector, index): Embedding => ({
      object: 'embedding',
      index,
      embedding: format === 'base64' ? toBase64(vector) : Array.from(vector),
    })),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  };
}

/** 32-bit floats, little-endian on every machine. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.allocUnsafe(vector.length * Float32Array.BYTES_PER_ELEMENT);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * Float32Array.BYTES_PER_ELEMENT);
  return bytes.toString('base64');
}
