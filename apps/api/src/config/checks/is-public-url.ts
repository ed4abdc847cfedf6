import { ValidateBy } from 'class-validator';

/** An address that others can be sent to; a path may stand in it, for a proxy that serves more than this. */
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
