import { type DialectId, EngineError } from '@org/engine';
import { isWellFormedApiKey } from '../identity/api-key.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const bearer = /^bearer +(\S+)$/i;

/**
 * The key of a request. Both headers are accepted on every route; when both are present, `x-api-key` wins in the
 * messages dialect and `Authorization` elsewhere, and the other is ignored, because a proxy may have set it. Throws
 * `unauthenticated` when there is none or it cannot be a key.
 */
export function credentialOf(headers: Headers, dialect: DialectId): string {
  const key = keyOf(text(headers['x-api-key']), text(headers['authorization']), dialect);
  if (key === undefined) {
    throw new EngineError(
      'unauthenticated',
      'A key is required: send "Authorization: Bearer KEY" or "x-api-key: KEY".',
    );
  }
  if (!isWellFormedApiKey(key)) throw new InvalidKeyError();
  return key;
}

function keyOf(apiKey: string | undefined, authorization: string | undefined, dialect: DialectId): string | undefined {
  switch (dialect) {
    case 'messages':
      return apiKey ?? bearerToken(authorization);
    case 'responses':
      return bearerToken(authorization) ?? apiKey;
  }
}

/** The same error for every invalid key, and for none that is missing. */
export class InvalidKeyError extends EngineError {
  constructor() {
    super('unauthenticated', 'The key is not valid.');
  }
}

function text(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' ? header.trim() : undefined;
}

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const token = bearer.exec(header)?.[1];
  if (token === undefined) throw new EngineError('unauthenticated', 'authorization: must have the form "Bearer KEY".');
  return token;
}
