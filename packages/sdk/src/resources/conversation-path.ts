export function conversationPath(id: string): string {
  return `/v1/conversations/${encodeURIComponent(id)}`;
}
