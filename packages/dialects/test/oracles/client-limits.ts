// What a client cannot take, whoever sends it, because of what the case is about. The tests hold the client to exactly
// this: when a newer client reads a case, its test fails here, and the line goes.
import type { Message } from '@org/protocol/messages';
import type { Response } from '@org/protocol/responses';

export interface Limit<Rebuilt> {
  readonly why: string;
  /** What reading the JSON form is refused with. Absent: it is read in full. */
  readonly json?: RegExp;
  /** What reading the stream breaks off with. Absent: it is read to its end. */
  readonly stream?: RegExp;
  /** The errors that the stream reports on the way, without breaking off. */
  readonly reports?: readonly RegExp[];
  /** The part of the answer that the stream shows, as an answer. Absent: all. */
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
    why: 'an object with a member __proto__ is refused wherever it stands; in a stream it stands in a text',
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

/** An answer that is shown as a whole. */
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

/** All that the error says with which this ends, and its causes; nothing when it succeeds. */
export async function reasonsOf(attempt: PromiseLike<unknown>): Promise<string> {
  return Promise.resolve(attempt).then(() => '', reasonsIn);
}

function reasonsIn(error: unknown): string {
  return error instanceof Error ? [error.message, reasonsIn(error.cause)].join('\n') : '';
}
