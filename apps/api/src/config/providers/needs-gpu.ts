import { ValidateBy, type ValidationArguments } from 'class-validator';

/** The property says something of the use of a graphics processor: without one it would look as if it did something. */
export function NeedsGpu(): PropertyDecorator {
  return ValidateBy({
    name: 'needsGpu',
    validator: {
      validate: (_, at?: ValidationArguments) => usesGpu(at?.object),
      defaultMessage: () => '$property requires gpu: true in the same provider',
    },
  });
}

function usesGpu(settings: object | undefined): boolean {
  return settings !== undefined && 'gpu' in settings && settings.gpu === true;
}
