import * as z from 'zod';
import { retrievalUsageSchema } from './embeddings.js';

/** Documents of one request. */
export const maxRerankDocuments = 2_048;

const rerankDocumentShape = {
  text: z.string(),
};
export type RerankDocumentShape = { [Name in keyof typeof rerankDocumentShape]: (typeof rerankDocumentShape)[Name] };
/** A document as an object. Other members have no effect. */
export const rerankDocumentSchema: z.ZodObject<RerankDocumentShape, z.core.$loose> = z.looseObject(rerankDocumentShape);
export type RerankDocument = z.infer<typeof rerankDocumentSchema>;

const rerankParamsShape = {
  /** Name of a rerank model. */
  model: z.string(),
  /** What the documents are compared with. */
  query: z.string().min(1),
  /** 1 to 2,048 documents: texts, or objects with a text. */
  documents: z
    .array(z.union([z.string(), rerankDocumentSchema]))
    .min(1)
    .max(maxRerankDocuments),
  /** Maximum results. Default: all documents. */
  top_n: z.int().min(1).nullish(),
  /** Whether each result has its document. Default false. */
  return_documents: z.boolean().nullish(),
};
export type RerankParamsShape = { [Name in keyof typeof rerankParamsShape]: (typeof rerankParamsShape)[Name] };
/** Body of `POST /v1/rerank`. OpenAI has no such endpoint; this one is that of Jina, vLLM and llama.cpp. */
export const rerankParamsSchema: z.ZodObject<RerankParamsShape, z.core.$loose> = z.looseObject(rerankParamsShape);
export type RerankParams = z.infer<typeof rerankParamsSchema>;

const rerankResultShape = {
  /** Position of the document in the request. */
  index: z.int().min(0),
  /** How well the document fits the query, 0 to 1. */
  relevance_score: z.number().min(0).max(1),
  /** Present with `return_documents`. */
  document: rerankDocumentSchema.optional(),
};
export type RerankResultShape = { [Name in keyof typeof rerankResultShape]: (typeof rerankResultShape)[Name] };
/** The score of one document. */
export const rerankResultSchema: z.ZodObject<RerankResultShape, z.core.$loose> = z.looseObject(rerankResultShape);
export type RerankResult = z.infer<typeof rerankResultSchema>;

const rerankResponseShape = {
  /** The model as the request names it. */
  model: z.string(),
  /** The best document first; documents with one score in the order of the request. */
  results: z.array(rerankResultSchema),
  usage: retrievalUsageSchema,
};
export type RerankResponseShape = { [Name in keyof typeof rerankResponseShape]: (typeof rerankResponseShape)[Name] };
/** Response to `POST /v1/rerank`. */
export const rerankResponseSchema: z.ZodObject<RerankResponseShape, z.core.$loose> = z.looseObject(rerankResponseShape);
export type RerankResponse = z.infer<typeof rerankResponseSchema>;
