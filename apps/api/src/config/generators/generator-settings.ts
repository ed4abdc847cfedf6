// What every kind of generator in service.yaml has in common.
import 'reflect-metadata';
import { IsIn } from 'class-validator';

const generatorKinds = ['llama', 'chat-completions', 'messages', 'responses', 'ai-sdk'] as const;
type GeneratorKind = (typeof generatorKinds)[number];

/** On its own it stands for a kind that is not known. */
export class GeneratorSettings {
  @IsIn(generatorKinds)
  kind!: GeneratorKind;
}
