// How each kind of generator is described in service.yaml.
import 'reflect-metadata';
import { capabilityProfiles, type ProfileName } from '@org/engine/generators/chat-completions/capability-profile';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsObject, IsOptional, IsString, IsUrl, Max, Min, ValidateNested } from 'class-validator';

export const generatorKinds = ['llama', 'chat-completions'] as const;
export type GeneratorKind = (typeof generatorKinds)[number];

/** What all generators have in common; on its own it stands for a kind that is not known. */
export class GeneratorSettings {
  @IsIn(generatorKinds)
  kind!: GeneratorKind;
}

/** A model file that runs in a process of its own on this machine. */
export class LlamaSettings extends GeneratorSettings {
  declare kind: 'llama';

  /** `demo` for the built-in model, or the path of a GGUF file, relative to the configuration file. */
  @IsString()
  @IsNotEmpty()
  model!: string;

  /** Tokens of prompt and answer together, 256 or more. Default: what the model was trained with, at most 8,192. */
  @IsOptional()
  @IsInt()
  @Min(256)
  @Max(4_194_304)
  contextLength?: number;

  /** Generations at the same time, 1 to 256. Default 4. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(256)
  slots?: number;

  /** Processor threads. Default: half of the processors, 4 at most. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1024)
  threads?: number;

  /** Requests that may wait; one more is refused. Default 64. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(100_000)
  queueLimit?: number;

  /** Use a graphics processor if there is one. Default false. */
  @IsOptional()
  @IsBoolean()
  gpu?: boolean;
}

const longestMs = 86_400_000;

/** Milliseconds, one limit for each phase of a request to the upstream; 0 switches a limit off. */
export class TimeoutSettings {
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  queue?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  connect?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  firstToken?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  idle?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(longestMs)
  total?: number;
}

/** An upstream that speaks the chat-completions wire. */
export class ChatCompletionsSettings extends GeneratorSettings {
  declare kind: 'chat-completions';

  /** Up to and including `/v1`. */
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  baseUrl!: string;

  /** Name of the environment variable that holds the upstream's key. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  apiKeyEnv?: string;

  /** The upstream's name of the model. Default: the name that the client sent. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  model?: string;

  /** Which server the upstream is, for what it understands. Default `generic`. */
  @IsOptional()
  @IsIn(Object.keys(capabilityProfiles))
  profile?: ProfileName;

  @IsOptional()
  @ValidateNested()
  @Type(() => TimeoutSettings)
  timeouts?: TimeoutSettings;

  /** Times that one request may be sent again when it failed before the first event. Default 1. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10)
  retries?: number;

  /** Most requests to the upstream at once; the others wait. Default 1024. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(65_536)
  maxConnections?: number;

  /** Headers for every request to the upstream. */
  @IsOptional()
  @IsObject()
  headers?: Record<string, string>;
}

export type AnyGeneratorSettings = LlamaSettings | ChatCompletionsSettings;
