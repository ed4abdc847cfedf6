import { ValidateBy } from 'class-validator';

/** A URL that is reachable for others; it may have a path, for a proxy that serves more than this service. */
export function IsPublicUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isPublicUrl',
    validator: {
      validate: isPublicUrl,
      defaultMessage: () => '$property must be an http or https URL without credentials, query and fragment',
    },
  });
}

function isPublicUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username + password + search + hash === '';
}
