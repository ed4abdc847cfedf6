import { messageCreateParamsSchema } from '@org/protocol/messages';

/** The top-level fields that the dialect knows, beta fields included. */
export const knownFields: ReadonlySet<string> = new Set(Object.keys(messageCreateParamsSchema.shape));
