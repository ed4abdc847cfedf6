import { applyDecorators } from '../checks/apply-decorators.js';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { providerSubTypes } from './any-provider-settings.js';
import { ProviderSettings } from './provider-settings.js';

/** The property holds the settings of one language model; its `kind` selects the class that describes them. */
export function IsProvider(): PropertyDecorator {
  return applyDecorators(
    IsObject(),
    ValidateNested(),
    Type(() => ProviderSettings, {
      keepDiscriminatorProperty: true,
      discriminator: { property: 'kind', subTypes: providerSubTypes },
    }),
  );
}
