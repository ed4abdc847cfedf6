// Settings common to every kind of provider in service.yaml.
import 'reflect-metadata';
import { IsIn } from 'class-validator';

const providerKinds = ['llama', 'chat-completions', 'messages', 'responses', 'ai-sdk'] as const;
type ProviderKind = (typeof providerKinds)[number];

/** By itself it represents an unknown kind. */
export class ProviderSettings {
  @IsIn(providerKinds)
  kind!: ProviderKind;
}
