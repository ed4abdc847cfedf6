// Names that mean the same wherever an upstream reads them, for members and objects that the API does not define.
import type { FieldClass } from './field-class.js';

const classes: ReadonlyMap<string, FieldClass> = new Map<string, FieldClass>([
  ['assistant_id', 'vendorId'],
  ['container', 'vendorId'],
  ['container_id', 'vendorId'],
  ['conversation_id', 'vendorId'],
  ['file_id', 'vendorId'],
  ['file_ids', 'vendorId'],
  ['memory_store_id', 'vendorId'],
  ['previous_response_id', 'vendorId'],
  ['prompt_id', 'vendorId'],
  ['session_id', 'vendorId'],
  ['skill_id', 'vendorId'],
  ['thread_id', 'vendorId'],
  ['vector_store_id', 'vendorId'],
  ['vector_store_ids', 'vendorId'],
  ['audio_url', 'mediaUrl'],
  ['file_url', 'mediaUrl'],
  ['image_url', 'mediaUrl'],
  ['url', 'mediaUrl'],
  ['video_url', 'mediaUrl'],
  ['connector_id', 'mcpServer'],
  ['mcp_servers', 'mcpServer'],
  ['server_url', 'mcpServer'],
  ['tunnel_id', 'mcpServer'],
  ['service_tier', 'tier'],
  ['speed', 'tier'],
]);

/** The class of a member that the API does not define at its place. */
export function classOfUnknown(name: string): FieldClass {
  return classes.get(name) ?? 'plain';
}

/** The names that have a class, in their order. */
export const classifiedUnknownFields: readonly (readonly [string, FieldClass])[] = [...classes];
