import { descriptorLimit } from './descriptor-limit.js';

/** With fewer descriptors the service does not start, and the first failure varies: a library, the database, the port. */
const minDescriptors = 64;

/** The warning for a program that failed because it may open too few files; undefined where the limit is sufficient. */
export function fileDescriptorWarning(maxDescriptors: number | undefined = descriptorLimit()): string | undefined {
  if (maxDescriptors === undefined || maxDescriptors >= minDescriptors) return undefined;
  return `This process can open only ${maxDescriptors} files and connections at a time (ulimit -n), which may be the cause. The service needs ${minDescriptors}, and one more for each connection: raise the limit.`;
}
