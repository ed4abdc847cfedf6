// Converts the call options of the newest specification for older models. Only the output of `encode-call` is
// converted: files as base64 or URL, tool results as text or content.
import type {
  LanguageModelV2CallOptions,
  LanguageModelV2Message,
  LanguageModelV2Prompt,
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';

export function toV3Options(options: LanguageModelV4CallOptions): LanguageModelV3CallOptions {
  const { reasoning: _, prompt, ...known } = options;
  return { ...known, prompt: prompt.map(toV3Message) };
}

/** The types also differ in whether JSON may contain `undefined`, which JSON of this project never does, so the casts are safe. */
export function toV2Options({ tools, ...options }: LanguageModelV4CallOptions): LanguageModelV2CallOptions {
  const { tools: _, prompt, ...rest } = toV3Options(options);
  return {
    ...rest,
    prompt: prompt.map(toV2Message),
    ...(tools === undefined ? {} : { tools: tools.map(toV2Tool) }),
  } as LanguageModelV2CallOptions;
}

function toV3Message(message: LanguageModelV4Message): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return message;
    case 'user':
      return { ...message, content: message.content.map((part) => (part.type === 'file' ? toV3File(part) : part)) };
    case 'assistant':
      return {
        ...message,
        content: message.content.flatMap((part): V3AssistantContent => {
          switch (part.type) {
            case 'file':
              return [toV3File(part)];
            case 'tool-result':
              return [toV3Result(part)];
            case 'custom':
            case 'reasoning-file':
              return [];
            case 'text':
            case 'reasoning':
            case 'tool-call':
              return [part];
          }
        }),
      };
    case 'tool':
      return {
        ...message,
        content: message.content.map((part) => (part.type === 'tool-result' ? toV3Result(part) : part)),
      };
  }
}

type V3AssistantContent = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'];

function toV3File({ data, ...part }: LanguageModelV4FilePart) {
  return { ...part, data: dataOf(data) };
}

function dataOf(data: LanguageModelV4FilePart['data']): Uint8Array | string | URL {
  switch (data.type) {
    case 'data':
      return data.data;
    case 'url':
      return data.url;
    case 'text':
      return Buffer.from(data.text, 'utf8').toString('base64');
    case 'reference':
      throw new TypeError('references are never written');
  }
}

type V3Part = Extract<LanguageModelV3Message, { role: 'tool' }>['content'][number];
type V3Result = Extract<V3Part, { type: 'tool-result' }>;

function toV3Result({ output, ...part }: LanguageModelV4ToolResultPart): V3Result {
  return { ...part, output: toV3Output(output) };
}

function toV3Output(output: LanguageModelV4ToolResultOutput): V3Result['output'] {
  if (output.type !== 'content') return output;
  return {
    type: 'content',
    value: output.value.map((part) => {
      if (part.type !== 'file') return part;
      const { mediaType } = part;
      const data = dataOf(part.data);
      if (typeof data !== 'string') throw new TypeError('results carry base64 only');
      return {
        type: mediaType.startsWith('image/') ? ('image-data' as const) : ('file-data' as const),
        data,
        mediaType,
      };
    }),
  };
}

function toV2Message(message: LanguageModelV3Message): LanguageModelV2Message {
  switch (message.role) {
    case 'system':
    case 'user':
    case 'assistant':
      // Tool results are separate messages.
      return message as LanguageModelV2Message;
    case 'tool':
      return { role: 'tool', content: message.content.filter((part) => part.type === 'tool-result').map(toV2Result) };
  }
}

type V2Result = Extract<LanguageModelV2Prompt[number], { role: 'tool' }>['content'][number];

function toV2Result({ toolCallId, toolName, output }: V3Result): V2Result {
  return { type: 'tool-result', toolCallId, toolName, output: toV2Output(output) };
}

type V2Content = Extract<V2Result['output'], { type: 'content' }>['value'];

function toV2Output(output: V3Result['output']): V2Result['output'] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { type: output.type, value: output.value };
    case 'json':
    case 'error-json':
      return output as V2Result['output'];
    case 'execution-denied':
      return { type: 'error-text', value: output.reason ?? 'denied' };
    case 'content':
      return {
        type: 'content',
        value: output.value.flatMap((part): V2Content => {
          if (part.type === 'text') return [{ type: 'text', text: part.text }];
          return part.type === 'image-data' || part.type === 'file-data'
            ? [{ type: 'media', data: part.data, mediaType: part.mediaType }]
            : [];
        }),
      };
  }
}

function toV2Tool(tool: NonNullable<LanguageModelV4CallOptions['tools']>[number]): object {
  if (tool.type === 'provider') return { ...tool, type: 'provider-defined' };
  const { strict: _, inputExamples: __, ...known } = tool;
  return known;
}
