import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { applyDecorators } from './apply-decorators.js';

/** The property is absent, a number from 1 to `max`, or `unlimited`, which becomes `Infinity`. */
export function IsLimit(max: number): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === 'unlimited' ? Infinity : value)),
    ValidateIf((_, value) => value !== undefined && value !== Infinity),
    IsInt({ message: '$property must be an integer number, or unlimited' }),
    Min(1),
    Max(max),
  );
}
