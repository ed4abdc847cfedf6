import type { JsonObject } from '@org/engine';
import type { UpstreamPolicySettings } from './policy-settings.js';

/** The members by which a request names a server, in either dialect. Several may be present. */
const serverMembers = ['server_url', 'url', 'connector_id', 'tunnel_id'] as const;

/** Whether the operator lists everything by which `server` is named, and it is named. */
export function isListedServer(
  server: JsonObject,
  { allowedMcpServers }: Pick<UpstreamPolicySettings, 'allowedMcpServers'>,
): boolean {
  if (allowedMcpServers.length === 0) return false;
  const named = serverMembers.flatMap((member) => {
    const value = server[member];
    return value === undefined || value === null ? [] : [value];
  });
  return named.length > 0 && named.every((value) => allowedMcpServers.some((listed) => isSame(value, listed)));
}

/** URLs are compared as a client of HTTP reads them. */
function isSame(value: unknown, listed: string): boolean {
  if (value === listed) return true;
  return (
    typeof value === 'string' &&
    URL.canParse(value) &&
    URL.canParse(listed) &&
    new URL(value).href === new URL(listed).href
  );
}
