import type { ObjectClasses } from '../../shared/upstream-policy/field-class.js';

/** The objects with fields that the policy of a model governs. */
export const governedFields: Readonly<Record<string, ObjectClasses>> = {
  '': {
    service: 'background background_options previous_response_id conversation stream_options type generate stream_id',
    tier: 'service_tier',
    billing: 'access_programs',
    metadata: 'metadata',
    plain:
      'model input instructions stream store include tools tool_choice parallel_tool_calls max_tool_calls max_output_tokens temperature top_p top_logprobs presence_penalty frequency_penalty text reasoning truncation context_management prompt prompt_cache_key prompt_cache_options prompt_cache_retention safety_identifier user moderation image personality',
  },
  'input[image_generation_call]': {
    isRecord: true,
    vendorId: 'id',
    inline: { member: 'result' },
    plain: 'type status result action background error output_format quality revised_prompt size svg_usage',
  },
  'input[code_interpreter_call]': { isRecord: true, vendorId: 'container_id', plain: 'type id status code outputs' },
  'input[item_reference]': { service: 'id', plain: 'type' },
  input: { service: 'id', plain: 'type role' },
  'tools[file_search]': {
    self: 'hostedTool',
    vendorId: 'vector_store_ids',
    plain: 'type filters max_num_results ranking_options',
  },
  'tools[web_search]': {
    self: 'hostedTool',
    plain: 'type external_web_access filters search_context_size user_location',
  },
  'tools[mcp]': {
    self: 'mcpServer',
    plain:
      'type server_label server_url server_description connector_id tunnel_id authorization headers allowed_callers allowed_tools require_approval defer_loading',
  },
  'tools[code_interpreter]': { self: 'hostedTool', vendorId: 'container', plain: 'type allowed_callers' },
  'tools[programmatic_tool_calling]': { self: 'hostedTool', plain: 'type' },
  'tools[image_generation]': {
    self: 'hostedTool',
    plain:
      'type action background complexity frame_count frame_duration_ms input_fidelity input_image_mask model moderation output_compression output_format partial_images quality size svg',
  },
  'tools[shell]': {
    self: 'hostedTool',
    unless: { member: 'environment', in: [null, 'local'] },
    plain: 'type allowed_callers environment',
  },
  'tools[web_search_preview]': {
    self: 'hostedTool',
    plain: 'type search_content_types search_context_size user_location',
  },
  prompt: { vendorId: 'id', plain: 'version variables' },
  prompt_cache_options: { citedId: 'comparison_response_id', plain: 'mode prewarm ttl' },
  'input[message].content[input_image]': {
    isUnit: true,
    vendorId: 'file_id',
    mediaUrl: 'image_url',
    plain: 'type detail prompt_cache_breakpoint',
  },
  'input[message].content[input_file]': {
    isUnit: true,
    vendorId: 'file_id',
    mediaUrl: 'file_url',
    plain: 'type detail file_data filename prompt_cache_breakpoint',
  },
  'input[file_search_call].results': { citedId: 'file_id', plain: 'attributes filename score text' },
  'input[computer_call_output].output': { isUnit: true, vendorId: 'file_id', mediaUrl: 'image_url', plain: 'type' },
  'input[shell_call].environment[container_reference]': { vendorId: 'container_id', plain: 'type' },
  'tools[code_interpreter].container[auto]': { vendorId: 'file_ids', plain: 'type memory_limit network_policy' },
  'tools[image_generation].input_image_mask': { isUnit: true, vendorId: 'file_id', mediaUrl: 'image_url' },
  'tools[shell].environment[container_auto]': {
    vendorId: 'file_ids',
    plain: 'type memory_limit network_policy skills',
  },
  'input[message].content[output_text].annotations[file_citation]': {
    citedId: 'file_id',
    plain: 'type filename index',
  },
  'input[message].content[output_text].annotations[container_file_citation]': {
    citedId: 'container_id file_id',
    plain: 'type filename start_index end_index',
  },
  'input[message].content[output_text].annotations[file_path]': { citedId: 'file_id', plain: 'type index' },
  'tools[shell].environment[container_auto].skills[skill_reference]': { vendorId: 'skill_id', plain: 'type version' },
  'input[shell_call]': { isRecord: true, plain: 'type id call_id action environment caller status' },
  'input[file_search_call]': { isRecord: true, plain: 'type id status queries results' },
};
