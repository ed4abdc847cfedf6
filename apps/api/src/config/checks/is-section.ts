import { applyDecorators } from './apply-decorators.js';
import { Type, type ClassConstructor } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';

/**
 * The property holds nested settings, which this class describes. A list is invalid: class-transformer would accept
 * it without validating its members.
 */
export function IsSection(type: () => ClassConstructor<object>): PropertyDecorator {
  return applyDecorators(IsObject(), ValidateNested(), Type(type));
}
