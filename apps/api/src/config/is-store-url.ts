import { ValidateBy } from 'class-validator';

/** Where the store is. What the library of PostgreSQL would pass over in silence is refused: without TLS, secrets travel in clear. */
export function IsStoreUrl(): PropertyDecorator {
  return ValidateBy({ name: 'isStoreUrl', validator: { validate: (value) => faultOf(value) === undefined, defaultMessage: (about) => faultOf(about?.value) ?? '' } });
}

const ofTls: ReadonlySet<string> = new Set(['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']);

function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/.test(value)) return 'must be sqlite:PATH or postgres://...';
  if (value.startsWith('sqlite:')) return undefined;
  // Before a database alone, a socket of this machine is meant.
  const url = value.replace('@/', '@localhost/');
  if (!URL.canParse(url)) return 'is no address; percent-encode its user and password, as %23 for # and %2F for /';
  const unknown = [...new URL(url).searchParams.keys()].find((name) => /ssl|tls/i.test(name) && !ofTls.has(name));
  return unknown === undefined ? undefined : `has ${unknown}, which means nothing; TLS is asked for with sslmode=verify-full`;
}
