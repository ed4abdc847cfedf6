import { messageCountTokensParamsSchema, messageCreateParamsSchema } from '@org/protocol/messages';

/** The top-level fields that the dialect knows, beta fields included. */
export const knownFields: ReadonlySet<string> = new Set(Object.keys(messageCreateParamsSchema.shape));

const promptFields: ReadonlySet<string> = new Set(Object.keys(messageCountTokensParamsSchema.shape));

/** Those of them that only generation takes: a count is of the prompt. */
export const generationFields: ReadonlySet<string> = new Set([...knownFields].filter((field) => !promptFields.has(field)));
