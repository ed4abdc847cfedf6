import { applyDecorators } from '../checks/apply-decorators.js';
import { IsUrl, ValidateBy } from 'class-validator';

/** The base URL of an upstream. Credentials in it would appear in the logs and error messages of every hop. */
export function IsBaseUrl(): PropertyDecorator {
  return applyDecorators(
    IsUrl(
      { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
      { message: 'must be a URL that starts with http:// or https://' },
    ),
    ValidateBy({
      name: 'isWithoutCredentials',
      validator: {
        validate: hasNoCredentials,
        defaultMessage: () =>
          '$property must not contain a user or a password; set apiKeyEnv to the environment variable that holds the key',
      },
    }),
  );
}

function hasNoCredentials(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
