import { EngineError, type McpServerRequest } from '@org/engine';
import type { ConfiguredMcpServer } from './mcp-server-settings.js';

type Headers = Readonly<Record<string, string>>;
type CredentialsOf = Pick<McpServerRequest, 'credentials' | 'param' | 'authorizationMember'>;

const maxHeaders = 32;
const maxCharacters = 8 * 1024;

/** Headers that the connection and the protocol set themselves. */
const reserved: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers of all requests to a server. A client's credentials go to the server that it names them for: to a
 * configured server only if that accepts them, and never instead of another header of the operator.
 */
export function requestHeaders(request: CredentialsOf, configured?: ConfiguredMcpServer): Headers {
  const given = clientHeaders(request);
  if (configured === undefined) return given;
  const own = lowered(configured.headers);
  const forwardsClientHeaders = configured.clientCredentials ?? Object.keys(own).length === 0;
  if (!forwardsClientHeaders) return own;
  const { authorization } = given;
  return { ...given, ...own, ...(authorization === undefined ? {} : { authorization }) };
}

function clientHeaders({
  credentials: { authorization, headers = {} } = {},
  param,
  authorizationMember = 'authorization',
}: CredentialsOf): Headers {
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders)
    throw invalidHeaders(`${param}.headers`, `must contain at most ${maxHeaders} headers`);
  for (const [name, value] of entries) check(name, value, `${param}.headers`);
  const given = lowered(headers);
  if (authorization === undefined) return given;
  const value = /^\S+ +\S/.test(authorization) ? authorization : `Bearer ${authorization}`;
  check('authorization', value, `${param}.${authorizationMember}`);
  return { ...given, authorization: value };
}

function check(name: string, value: string, param: string): void {
  const lower = name.toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name))
    throw invalidHeaders(param, 'must contain valid names of HTTP headers');
  if (reserved.has(lower) || lower.startsWith('proxy-') || lower.startsWith('mcp-'))
    throw invalidHeaders(param, `must not contain the header ${lower}, which the service sets itself`);
  // Bytes above ASCII are read differently by different servers.
  if (!/^[\t\x20-\x7e]*$/.test(value)) throw invalidHeaders(param, 'must contain values of printable ASCII characters');
  if (value.length > maxCharacters)
    throw invalidHeaders(param, `must contain values of at most ${maxCharacters} characters`);
}

function lowered(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
}

function invalidHeaders(param: string, rule: string): EngineError {
  return new EngineError('invalid-request', `${param} ${rule}.`, { param, retryable: false });
}
