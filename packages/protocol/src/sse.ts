// Server-sent events: the framing that both dialects share.
export { formatSseComment, formatSseEvent, formatSseFrame, sseDone } from './sse/format-sse.js';
export {
  defaultMaxFrameLength,
  SseFrameTooLongError,
  SseParser,
  type SseFrame,
  type SseParserOptions,
} from './sse/parse-sse.js';
export { readSse, type SseSource } from './sse/read-sse.js';
export { readSseJson } from './sse/read-sse-json.js';
