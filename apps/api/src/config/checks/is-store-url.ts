import { ValidateBy } from 'class-validator';

/**
 * The URL of the store. Options that the PostgreSQL library would silently ignore are rejected: without TLS, secrets
 * are sent in clear text.
 */
export function IsStoreUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isStoreUrl',
    validator: {
      validate: (value) => faultOf(value) === undefined,
      defaultMessage: (about) => faultOf(about?.value) ?? '',
    },
  });
}

/** What the library knows of TLS; with the values that it understands where there are only so many. It takes each mode but the first and the last for `verify-full`. */
const ofTls: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ['ssl', ['true', '1', '0']],
  ['sslmode', ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']],
  ['sslnegotiation', ['postgres', 'direct']],
  ['sslrootcert', undefined],
  ['sslcert', undefined],
  ['sslkey', undefined],
]);

function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/.test(value))
    return 'must be sqlite:PATH or postgres://...';
  if (value.startsWith('sqlite:')) return undefined;
  // Before a database alone, a socket of this machine is meant.
  const url = value.replace('@/', '@localhost/');
  if (!URL.canParse(url) || hasUnescapedPassword(new URL(url)))
    return 'is not a valid URL; percent-encode its user and password, such as %23 for # and %2F for /';
  for (const [name, given] of new URL(url).searchParams) {
    if (/ssl|tls/i.test(name) && !ofTls.has(name))
      return `has the unknown parameter ${name}; request TLS with sslmode=verify-full`;
    const values = ofTls.get(name);
    if (values !== undefined && !values.includes(given))
      return `has an unsupported value of ${name}; it must be one of ${values.join(', ')}`;
  }
  return undefined;
}

/** A password with @ and # or / in it ends early, and its rest is parsed as the host, which messages name. */
function hasUnescapedPassword({ hash, pathname }: URL): boolean {
  return hash !== '' || pathname.includes('@');
}
