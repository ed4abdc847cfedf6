import { ValidateBy, type ValidationOptions } from 'class-validator';

/** An origin as browsers send it, or `*`. Any other text would never match one. */
export function IsOrigin(options: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isOrigin',
      validator: {
        validate: isOrigin,
        defaultMessage: () => '$property must be origins as browsers send them, such as https://app.example.com, or *',
      },
    },
    options,
  );
}

function isOrigin(value: unknown): boolean {
  if (value === '*') return true;
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol, host } = new URL(value);
  if (host.includes('*')) return false;
  // Pages of a browser's own schemes have origins that URL does not support.
  return origin === 'null' ? host !== '' && `${protocol}//${host}` === value : origin === value;
}
