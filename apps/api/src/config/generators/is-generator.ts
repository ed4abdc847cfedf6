import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { generatorSubTypes } from './any-generator-settings.js';
import { GeneratorSettings } from './generator-settings.js';

/** The property holds the settings of one generator; its `kind` says which class describes them. */
export function IsGenerator(): PropertyDecorator {
  return applyDecorators(
    IsObject(),
    ValidateNested(),
    Type(() => GeneratorSettings, {
      keepDiscriminatorProperty: true,
      discriminator: { property: 'kind', subTypes: generatorSubTypes },
    }),
  );
}
