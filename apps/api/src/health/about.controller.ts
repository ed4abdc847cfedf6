import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../http/public.decorator.js';

const text = `Model Response Service

POST   /v1/messages                      generate, messages dialect
POST   /v1/messages/count_tokens         count input tokens
POST   /v1/responses                     generate, responses dialect
GET    /v1/responses/{id}                a stored response
DELETE /v1/responses/{id}                forget it
GET    /v1/responses/{id}/input_items    what was sent
POST   /v1/responses/input_tokens        count input tokens
GET    /v1/models                        the models
GET    /health/live, /health/ready       for supervisors

Every /v1 path needs a key: "Authorization: Bearer KEY" or "x-api-key: KEY".
`;

/** What somebody reads who opens the address in a browser. */
@Controller()
export class AboutController {
  @Get()
  @Public()
  @Header('content-type', 'text/plain; charset=utf-8')
  about(): string {
    return text;
  }
}
