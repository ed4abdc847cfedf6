import { applyDecorators } from './apply-decorators.js';
import { Type, type ClassConstructor } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';

/** The property holds settings of their own, which this class describes. A list is none: it would stand for all of them and say nothing of any. */
export function IsSection(type: () => ClassConstructor<object>): PropertyDecorator {
  return applyDecorators(IsObject(), ValidateNested(), Type(type));
}
