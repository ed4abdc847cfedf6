// What every kind of generator in service.yaml has in common.
import 'reflect-metadata';
import { IsIn } from 'class-validator';

const providerKinds = ['llama', 'chat-completions', 'messages', 'responses', 'ai-sdk'] as const;
type ProviderKind = (typeof providerKinds)[number];

/** On its own it stands for a kind that is not known. */
export class ProviderSettings {
  @IsIn(providerKinds)
  kind!: ProviderKind;
}
