import * as z from 'zod';

/** Inputs of one request. */
export const maxEmbeddingInputs = 2_048;

const textSchema = z.string().min(1);
const tokensSchema = z.array(z.int().min(0)).min(1);

/** What is embedded: a text, a list of texts, a list of tokens, or a list of lists of tokens; none of them empty. */
export const embeddingInputSchema = z.union([
  textSchema,
  z.array(textSchema).min(1).max(maxEmbeddingInputs),
  tokensSchema,
  z.array(tokensSchema).min(1).max(maxEmbeddingInputs),
]);
export type EmbeddingInputParam = z.infer<typeof embeddingInputSchema>;

const embeddingCreateParamsShape = {
  /** Name of an embedding model. */
  model: z.string(),
  /** One or more inputs, at most 2,048. Tokens are those of the model. */
  input: embeddingInputSchema,
  /** Length of the vectors. Default: that of the model. */
  dimensions: z.int().min(1).nullish(),
  /** `base64`: each vector as the base64 text of 32-bit floats, little-endian. Default `float`. */
  encoding_format: z.enum(['float', 'base64']).nullish(),
  /** An identifier of the end user; it has no effect. */
  user: z.string().nullish(),
};
export type EmbeddingCreateParamsShape = {
  [Name in keyof typeof embeddingCreateParamsShape]: (typeof embeddingCreateParamsShape)[Name];
};
/** Body of `POST /v1/embeddings`. */
export const embeddingCreateParamsSchema: z.ZodObject<EmbeddingCreateParamsShape, z.core.$loose> =
  z.looseObject(embeddingCreateParamsShape);
export type EmbeddingCreateParams = z.infer<typeof embeddingCreateParamsSchema>;

const embeddingShape = {
  object: z.literal('embedding'),
  /** Position of its input. */
  index: z.int().min(0),
  /** Numbers, or base64 text where the request asks for it. */
  embedding: z.union([z.array(z.number()), z.string()]),
};
export type EmbeddingShape = { [Name in keyof typeof embeddingShape]: (typeof embeddingShape)[Name] };
/** The vector of one input, of length 1. */
export const embeddingSchema: z.ZodObject<EmbeddingShape, z.core.$loose> = z.looseObject(embeddingShape);
export type Embedding = z.infer<typeof embeddingSchema>;

const retrievalUsageShape = {
  /** Tokens of all inputs. */
  prompt_tokens: z.int().min(0),
  /** The same. */
  total_tokens: z.int().min(0),
};
export type RetrievalUsageShape = { [Name in keyof typeof retrievalUsageShape]: (typeof retrievalUsageShape)[Name] };
/** Tokens that an embedding or rerank model read. */
export const retrievalUsageSchema: z.ZodObject<RetrievalUsageShape, z.core.$loose> = z.looseObject(retrievalUsageShape);
export type RetrievalUsage = z.infer<typeof retrievalUsageSchema>;

const createEmbeddingResponseShape = {
  object: z.literal('list'),
  /** One vector per input, in their order. */
  data: z.array(embeddingSchema),
  /** The model as the request names it. */
  model: z.string(),
  usage: retrievalUsageSchema,
};
export type CreateEmbeddingResponseShape = {
  [Name in keyof typeof createEmbeddingResponseShape]: (typeof createEmbeddingResponseShape)[Name];
};
/** Response to `POST /v1/embeddings`. */
export const createEmbeddingResponseSchema: z.ZodObject<CreateEmbeddingResponseShape, z.core.$loose> =
  z.looseObject(createEmbeddingResponseShape);
export type CreateEmbeddingResponse = z.infer<typeof createEmbeddingResponseSchema>;
