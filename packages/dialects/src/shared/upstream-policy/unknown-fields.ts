// Names that mean the same wherever an upstream reads them, for members and objects that the API does not define. Some are
// those of gateways, such as OpenRouter's `plugins`, `provider` and `models`. Ids are left out and fail no request: the API
// reads none there. Clients name their own sessions and threads, so `session_id` and `thread_id` have no class.
import type { FieldClass } from './field-class.js';

const classes: ReadonlyMap<string, FieldClass> = new Map<string, FieldClass>([
  ['assistant_id', 'citedId'],
  ['container', 'citedId'],
  ['container_id', 'citedId'],
  ['conversation_id', 'citedId'],
  ['file_id', 'citedId'],
  ['file_ids', 'citedId'],
  ['memory_store_id', 'citedId'],
  ['previous_response_id', 'citedId'],
  ['prompt_id', 'citedId'],
  ['skill_id', 'citedId'],
  ['vector_store_id', 'citedId'],
  ['vector_store_ids', 'citedId'],
  ['audio_url', 'mediaUrl'],
  ['file_url', 'mediaUrl'],
  ['image_url', 'mediaUrl'],
  ['url', 'mediaUrl'],
  ['video_url', 'mediaUrl'],
  ['connector_id', 'mcpServer'],
  ['mcp_servers', 'mcpServer'],
  ['server_url', 'mcpServer'],
  ['tunnel_id', 'mcpServer'],
  ['plugins', 'hostedTool'],
  ['tools', 'hostedTool'],
  ['web_search_options', 'hostedTool'],
  ['models', 'billing'],
  ['provider', 'billing'],
  ['route', 'billing'],
  ['user_profile_id', 'billing'],
  ['workspace_id', 'billing'],
  ['service_tier', 'tier'],
  ['speed', 'tier'],
]);

/** The class of a member that the API does not define at its place. */
export function classOfUnknown(name: string): FieldClass {
  return classes.get(name) ?? 'plain';
}

/** The names that have a class, in their order. */
export const classifiedUnknownFields: readonly (readonly [string, FieldClass])[] = [...classes];
