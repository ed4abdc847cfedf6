import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../auth/public.decorator.js';
import type { Operation } from '../openapi/operation.js';
import { operations } from '../openapi/operations.js';

/** Wide enough for all paths except one or two. */
const pathWidth = 42;

function lineOf({ method, path, summary }: Operation): string {
  return `${method.toUpperCase().padEnd(6)} ${path.padEnd(pathWidth)} ${summary}`;
}

const text = `Model Response Service

${operations.map(lineOf).join('\n')}

Every /v1 path needs a key: "Authorization: Bearer KEY" or "x-api-key: KEY". All of it is described in /docs.
`;

/** The text page for the root URL in a browser. */
@Controller()
export class AboutController {
  @Get()
  @Public()
  @Header('content-type', 'text/plain; charset=utf-8')
  about(): string {
    return text;
  }
}
