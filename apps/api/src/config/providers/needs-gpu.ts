import { ValidateBy, type ValidationArguments } from 'class-validator';

/** The property configures the use of a GPU: without a GPU it would have no effect. */
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
