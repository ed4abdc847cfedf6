import type { ObjectClasses } from '../../shared/upstream-policy/field-class.js';

/** The objects with fields that the policy of a model governs. */
export const governedFields: Readonly<Record<string, ObjectClasses>> = {
  '': {
    service: 'thread',
    vendorId: 'container',
    tier: 'speed service_tier',
    billing: 'fallbacks billing_policy',
    plain:
      'model messages system tools tool_choice thinking output_config cache_control mcp_servers context_management compaction output_format max_tokens stream stop_sequences temperature top_p top_k metadata inference_geo diagnostics fallback_credit_token',
  },
  'tools[code_execution_20250522]': {
    self: 'hostedTool',
    plain: 'type name allowed_callers cache_control defer_loading strict',
  },
  'tools[code_execution_20250825]': {
    self: 'hostedTool',
    plain: 'type name allowed_callers cache_control defer_loading strict',
  },
  'tools[code_execution_20260120]': {
    self: 'hostedTool',
    plain: 'type name allowed_callers cache_control defer_loading strict',
  },
  'tools[code_execution_20260521]': {
    self: 'hostedTool',
    plain: 'type name allowed_callers cache_control defer_loading strict',
  },
  'tools[web_search_20250305]': {
    self: 'hostedTool',
    plain:
      'type name user_location allowed_domains blocked_domains max_uses allowed_callers cache_control defer_loading strict',
  },
  'tools[web_search_20260209]': {
    self: 'hostedTool',
    plain:
      'type name user_location allowed_domains blocked_domains max_uses allowed_callers cache_control defer_loading strict',
  },
  'tools[web_search_20260318]': {
    self: 'hostedTool',
    plain:
      'type name user_location allowed_domains blocked_domains max_uses response_inclusion allowed_callers cache_control defer_loading strict',
  },
  'tools[web_fetch_20250910]': {
    self: 'hostedTool',
    plain:
      'type name citations max_content_tokens url_sources allowed_domains blocked_domains max_uses allowed_callers cache_control defer_loading strict',
  },
  'tools[web_fetch_20260209]': {
    self: 'hostedTool',
    plain:
      'type name citations max_content_tokens url_sources allowed_domains blocked_domains max_uses allowed_callers cache_control defer_loading strict',
  },
  'tools[web_fetch_20260309]': {
    self: 'hostedTool',
    plain:
      'type name citations max_content_tokens url_sources allowed_domains blocked_domains max_uses use_cache allowed_callers cache_control defer_loading strict',
  },
  'tools[web_fetch_20260318]': {
    self: 'hostedTool',
    plain:
      'type name citations max_content_tokens url_sources allowed_domains blocked_domains max_uses use_cache response_inclusion allowed_callers cache_control defer_loading strict',
  },
  'tools[advisor_20260301]': {
    self: 'hostedTool',
    plain: 'type name model caching max_tokens max_uses allowed_callers cache_control defer_loading strict',
  },
  'mcp_servers[url]': { self: 'mcpServer', plain: 'type name url authorization_token tool_configuration' },
  container: { vendorId: 'id', plain: 'skills' },
  diagnostics: { citedId: 'previous_message_id' },
  fallbacks: { tier: 'speed', plain: 'model max_tokens output_config thinking' },
  'messages[user].content[container_upload]': { vendorId: 'file_id', plain: 'type cache_control' },
  'container.skills': { vendorId: 'skill_id', inline: { member: 'type', in: ['anthropic'] }, plain: 'type version' },
  'messages[user].content[image].source[url]': { mediaUrl: 'url', plain: 'type' },
  'messages[user].content[image].source[file]': { vendorId: 'file_id', plain: 'type' },
  'messages[user].content[code_execution_tool_result].content[code_execution_result].content': {
    vendorId: 'file_id',
    plain: 'type',
  },
  'messages[user].content[bash_code_execution_tool_result].content[bash_code_execution_result].content': {
    vendorId: 'file_id',
    plain: 'type',
  },
  'messages[user].content[code_execution_tool_result]': {
    isRecord: true,
    plain: 'type tool_use_id content cache_control',
  },
  'messages[user].content[bash_code_execution_tool_result]': {
    isRecord: true,
    plain: 'type tool_use_id content cache_control',
  },
};
