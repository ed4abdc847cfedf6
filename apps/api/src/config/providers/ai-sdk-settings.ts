import type { JsonObject } from '@org/engine';
import { Type } from 'class-transformer';
import { IsArray, IsNotEmpty, IsObject, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { UpstreamSettings } from './upstream-settings.js';

export class HostedToolSettings {
  /** As the package knows it, such as `google.google_search`. */
  @Matches(/^[\w-]+(?:\.[\w-]+)+$/)
  id!: string;

  /** Tool name for the model. Default: the part after the dot. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  name?: string;

  @IsOptional()
  @IsObject()
  args?: JsonObject;
}

/** A model of an AI SDK package that the operator has installed. */
export class AiSdkSettings extends UpstreamSettings {
  declare kind: 'ai-sdk';

  /** Name of the package, such as `@ai-sdk/google`. */
  @IsString()
  @IsNotEmpty()
  package!: string;

  /** Export that creates the provider. Default: its only `create...` function, or the one named like the package. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  export?: string;

  /** The method of that source which gives a model. Default `languageModel`. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  method?: string;

  /** The package's name of the model. Default: the name that the client sent. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  model?: string;

  /** Name of the environment variable with the key. Default: the one that the package reads itself. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  apiKeyEnv?: string;

  /** Settings of the package, such as `baseURL` or `region`. */
  @IsOptional()
  @IsObject()
  settings?: JsonObject;

  /** Secret settings of the package: names of the environment variables that hold them. */
  @IsOptional()
  @IsObject()
  settingsEnv?: Record<string, string>;

  /** Options of every call, by the name under which the package reads them. */
  @IsOptional()
  @IsObject()
  providerOptions?: Record<string, JsonObject>;

  /** Tools that the upstream runs itself, offered in every call. */
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => HostedToolSettings)
  hostedTools?: HostedToolSettings[];

  /** Folders in which the package is looked up. Not a setting: the reader of the file sets it. */
  declare folders: readonly string[];
}
