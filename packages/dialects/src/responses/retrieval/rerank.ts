// POST /v1/rerank, both ways.
import { rerankParamsSchema, type RerankResponse, type RerankResult } from '@org/protocol/responses';
import { parseBody } from '../decode/parse-body.js';

/** A request for scores. */
export interface RerankRequest {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
  readonly maxResults: number;
  readonly returnsDocuments: boolean;
}

/** Validates the body. Throws `invalid-request` with the path of the field. */
export function parseRerankRequest(body: unknown): RerankRequest {
  const {
    model,
    query,
    documents,
    top_n: maxResults,
    return_documents: returnsDocuments,
  } = parseBody(rerankParamsSchema, body);
  return {
    model,
    query,
    documents: documents.map((document) => (typeof document === 'string' ? document : document.text)),
    maxResults: maxResults ?? documents.length,
    returnsDocuments: returnsDocuments === true,
  };
}

/** The names of the fields that a body may have. */
export const rerankFields: Readonly<Record<string, unknown>> = rerankParamsSchema.shape;

/** The response: the best document first. */
export function encodeRanking(
  { model, documents, maxResults, returnsDocuments }: RerankRequest,
  { scores, inputTokens }: { readonly scores: readonly number[]; readonly inputTokens: number },
): RerankResponse {
  const results = scores
    .map((score, index): RerankResult => {
      const text = documents[index];
      return {
        index,
        relevance_score: score,
        ...(returnsDocuments && text !== undefined && { document: { text } }),
      };
    })
    // The sort is stable, so that equal scores leave the order of the request.
    .toSorted((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, maxResults);
  return { model, results, usage: { prompt_tokens: inputTokens, total_tokens: inputTokens } };
}
