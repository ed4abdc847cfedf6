/** What the settings of a client depend on. */
export interface ConnectTarget {
  /** Origin of this service, without a slash at its end. */
  readonly origin: string;
  readonly model: string;
}

/** Text to copy, under its file name or language. */
export interface Snippet {
  readonly title: string;
  readonly code: string;
}

/** A client and its settings. */
export interface ClientGuide {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  snippets(target: ConnectTarget): readonly Snippet[];
}

/** The clients of the page. docs/guides describes each in full; a test compares the settings. */
export const clientGuides: readonly ClientGuide[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    about:
      'Claude Code speaks the messages dialect. Its first request is about 50 kB, so the model needs a long context.',
    snippets: ({ origin, model }) => [
      {
        title: 'shell',
        code: `export ANTHROPIC_BASE_URL=${origin}
export ANTHROPIC_API_KEY=$API_KEY
export CLAUDE_CODE_ATTRIBUTION_HEADER=0
export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
claude --model ${shellWord(model)}`,
      },
    ],
  },
  {
    id: 'codex',
    title: 'Codex',
    about: 'Codex speaks the responses dialect. It reads this file at its start.',
    snippets: ({ origin, model }) => [
      {
        title: '~/.codex/config.toml',
        code: `model = ${JSON.stringify(model)}
model_provider = "service"
web_search = "disabled"

[model_providers.service]
name = "Model Response Service"
base_url = "${origin}/v1"
env_key = "API_KEY"
wire_api = "responses"`,
      },
    ],
  },
  {
    id: 'anthropic-sdk',
    title: 'Anthropic SDK',
    about: 'The base URL has no /v1.',
    snippets: ({ origin, model }) => [
      {
        title: 'JavaScript',
        code: `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: '${origin}', apiKey: process.env.API_KEY });
const message = await client.messages.create({
  model: ${quoted(model)},
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log(message.content);`,
      },
      {
        title: 'Python',
        code: `import os
from anthropic import Anthropic

client = Anthropic(base_url="${origin}", api_key=os.environ["API_KEY"])
message = client.messages.create(
    model=${JSON.stringify(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello!"}],
)
print(message.content)`,
      },
    ],
  },
  {
    id: 'openai-sdk',
    title: 'OpenAI SDK',
    about: 'The base URL ends with /v1. The service stores the conversation.',
    snippets: ({ origin, model }) => [
      {
        title: 'JavaScript',
        code: `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.API_KEY });
const response = await client.responses.create({ model: ${quoted(model)}, input: 'Hello!' });
console.log(response.output_text);`,
      },
      {
        title: 'Python',
        code: `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["API_KEY"])
response = client.responses.create(model=${JSON.stringify(model)}, input="Hello!")
print(response.output_text)`,
      },
    ],
  },
  {
    id: 'curl',
    title: 'curl',
    about: 'Either header with the key works for both dialects: authorization, or x-api-key.',
    snippets: ({ origin, model }) => [
      {
        title: 'messages',
        code: `curl -sS ${origin}/v1/messages \\
  -H "authorization: Bearer $API_KEY" -H 'anthropic-version: 2023-06-01' -H 'content-type: application/json' \\
  -d ${shellWord(JSON.stringify({ model, max_tokens: 1024, messages: [{ role: 'user', content: 'Hello!' }] }))}`,
      },
      {
        title: 'responses',
        code: `curl -sS ${origin}/v1/responses \\
  -H "authorization: Bearer $API_KEY" -H 'content-type: application/json' \\
  -d ${shellWord(JSON.stringify({ model, input: 'Hello!' }))}`,
      },
    ],
  },
];

/** A word of a shell command, quoted where a shell would change it. */
function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A string of JavaScript in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
