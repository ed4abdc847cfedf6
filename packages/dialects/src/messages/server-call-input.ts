import { type JsonObject, nestsDeeper, type ServerCall } from '@org/engine';
import { argumentsObject } from '../shared/arguments-object.js';

/** The deepest input that is certain to be serialized. */
const maxNesting = 1000;

/** The input of a server tool's call; empty where the model wrote no JSON object, or one that cannot be serialized. */
export function serverCallInput({ argumentsText }: Pick<ServerCall, 'argumentsText'>): JsonObject {
  return nestsDeeper(argumentsText, maxNesting) ? {} : argumentsObject(argumentsText);
}
