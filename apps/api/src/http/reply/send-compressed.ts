// Sends content that is compressed before any request for it: a file of a page, the OpenAPI document.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, hasRepresentation, type Encoding } from './negotiate.js';

/** Content under a tag, with the encodings that exist of it. */
export interface CompressedContent {
  readonly type: string;
  /** Differs for different content. */
  readonly etag: string;
  readonly encodings: readonly Encoding[];
  /** Whether its URL contains a hash of it. Clients check any other content again at each use. */
  readonly immutable: boolean;
  /** The content in an encoding; undefined: as it is. */
  read(encoding: Encoding | undefined): Promise<Buffer>;
}

/** Sends content in an encoding that the client accepts, or 304 to a client that has it. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  content: CompressedContent,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], content.encodings);
  const etag = `"${encoding === undefined ? content.etag : `${content.etag}-${encoding}`}"`;
  void reply.headers({
    etag,
    'cache-control': content.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: varyWith(reply, 'accept-encoding'),
  });
  if (hasRepresentation(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const bytes = await content.read(encoding);
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply.type(content.type).send(bytes);
}

/** The header `vary` with another request header; CORS may have set it. */
export function varyWith(reply: FastifyReply, header: string): string {
  return [reply.getHeader('vary') ?? [], header].flat().join(', ');
}
