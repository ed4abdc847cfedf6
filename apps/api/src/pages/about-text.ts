import type { Operation } from '../openapi/operation.js';
import { operations } from '../openapi/operations.js';

/** Wide enough for all paths except one or two. */
const pathWidth = 42;

function lineOf({ method, path, summary }: Operation): string {
  return `${method.toUpperCase().padEnd(6)} ${path.padEnd(pathWidth)} ${summary}`;
}

/** What the root URL responds to a client such as curl, which does not ask for HTML. */
export const aboutText = `Model Response Service

${operations.map(lineOf).join('\n')}

Every /v1 path needs a key: "Authorization: Bearer KEY" or "x-api-key: KEY". All of it is described in /docs.
`;
