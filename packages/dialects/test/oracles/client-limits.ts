// Limitations of a client that apply to any server, because of what the case covers. The tests require exactly these:
// when a newer client reads a case, its test fails here, and the entry can go.
import type { Message } from '@org/protocol/messages';
import type { Response } from '@org/protocol/responses';

export interface Limit<Rebuilt> {
  readonly why: string;
  /** The error that the client throws when it reads the JSON form. Absent: it reads the form in full. */
  readonly json?: RegExp;
  /** What reading the stream breaks off with. Absent: it is read to its end. */
  readonly stream?: RegExp;
  /** Errors that the stream reports along the way without ending. */
  readonly reports?: readonly RegExp[];
  /** The part of the response that the stream shows, as a response. Absent: all. */
  readonly rest?: (result: Rebuilt) => Rebuilt;
}

export type Limits<Rebuilt> = Readonly<Record<string, Limit<Rebuilt>>>;

export const aiSdkMessageLimits: Limits<Message> = {
  'code-execution': {
    why: 'the union of blocks that may start in a stream is closed and lacks container_upload; that of JSON has it',
    reports: [/No matching discriminator/],
    rest: withoutBlocks('container_upload'),
  },
  'mcp-tools': {
    why: 'both unions of blocks are closed and lack mcp_tool_listing',
    json: /No matching discriminator/,
    reports: [/No matching discriminator/],
    rest: withoutBlocks('mcp_tool_listing'),
  },
  'tool-browser-toolset': {
    why: 'the only toolset that the client knows is the computer',
    json: /unavailable toolset member: browser\.get_page_text/,
    stream: /unavailable toolset member: browser\.get_page_text/,
  },
  'tool-nested-input': {
    why: 'an object with a member __proto__ is rejected at any position; in a stream it is part of a text',
    json: /forbidden prototype property/,
  },
};

export const aiSdkResponseLimits: Limits<Response> = {
  'annotation-unknown': {
    why: 'both unions of annotations are closed',
    json: /No matching discriminator/,
    reports: [/Known response chunk failed schema validation/],
    rest: withoutAnnotations,
  },
  'image-generation-failed': {
    why: 'an image must have a result, and one that failed has none',
    json: /expected string, received null/,
    reports: [/Known response chunk failed schema validation/],
  },
  'unknown-in-output': {
    why: 'the union of output items is closed in JSON; a stream passes over those it does not know',
    json: /No matching discriminator/,
    rest: withoutItems('dream_call'),
  },
};

/** A response that the client shows completely. */
export function unchanged<Rebuilt>(result: Rebuilt): Rebuilt {
  return result;
}

function withoutBlocks(kind: string): (message: Message) => Message {
  return (message) => ({ ...message, content: message.content.filter(({ type }) => type !== kind) });
}

function withoutItems(kind: string): (response: Response) => Response {
  return (response) => ({ ...response, output: response.output.filter(({ type }) => type !== kind) });
}

function withoutAnnotations(response: Response): Response {
  const output = response.output.map((item) =>
    item.type === 'message'
      ? {
          ...item,
          content: item.content.map((part) => (part.type === 'output_text' ? { ...part, annotations: [] } : part)),
        }
      : item,
  );
  return { ...response, output };
}

/** The messages of the error with which the attempt rejects, and of its causes; empty when it succeeds. */
export async function reasonsOf(attempt: PromiseLike<unknown>): Promise<string> {
  return Promise.resolve(attempt).then(() => '', reasonsIn);
}

function reasonsIn(error: unknown): string {
  return error instanceof Error ? [error.message, reasonsIn(error.cause)].join('\n') : '';
}
