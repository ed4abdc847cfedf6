import { pathSegment } from './path-segment.js';

export function conversationPath(id: string): string {
  return `/v1/conversations/${pathSegment(id)}`;
}
