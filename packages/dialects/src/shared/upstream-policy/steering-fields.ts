// Members that a proxy or an SDK at the upstream may read as its own settings: where it connects to, and with whose
// credentials. They pass under no setting.
//
// Sources: LiteLLM's `_BANNED_REQUEST_BODY_PARAMS`, `all_litellm_params` and `GenericLiteLLMParams`
// (litellm/proxy/auth/auth_utils.py, litellm/types/utils.py, litellm/types/router.py; GHSA-g26j-5385-hhw3 is the case
// of `api_base`), the request options of the OpenAI and Anthropic SDKs, the configuration of Portkey and Bifrost, and
// the provider settings of the AI SDK.

const names = new Set([
  // Where the request goes.
  'api_base',
  'api_host',
  'api_type',
  'api_version',
  'base_path',
  'base_url',
  'custom_host',
  'custom_llm_provider',
  'default_query',
  'deployment',
  'deployment_id',
  'deployment_url',
  'endpoint',
  'endpoint_url',
  'extra_body',
  'extra_query',
  'fallback_depth',
  'fallback_models',
  'fallbacks',
  'host',
  'http_client',
  'litellm_params',
  'model_config',
  'model_info',
  'model_list',
  'provider_specific_header',
  'proxies',
  'proxy',
  'proxy_server_request',
  'proxy_url',
  'region_name',
  'resource_name',
  'router_settings',
  's3_endpoint_url',
  'sagemaker_base_url',
  'strict_open_ai_compliance',
  'upstream_url',
  'use_in_pass_through',
  'use_litellm_proxy',
  'user_config',
  'websocket_base_url',
  // With which credentials, in whose name, and with which headers.
  'access_token',
  'api_key',
  'api_keys',
  'auth_token',
  'authorization',
  'client_id',
  'client_secret',
  'configurable_clientside_auth_params',
  'credentials',
  'default_headers',
  'extra_headers',
  'forward_headers',
  'headers',
  'litellm_credential_name',
  'litellm_embedding_config',
  'litellm_metadata',
  'organization',
  'password',
  'project',
  'secret_fields',
  'service_account',
  'tenant_id',
  'token_provider',
  'user_api_key_dict',
  'virtual_key',
  'webhook_key',
  'webhook_secret',
  'webhook_url',
  'callback_url',
  // What the proxy does instead of the request.
  'callbacks',
  'cache_key',
  'failure_callback',
  'input_cost_per_second',
  'input_cost_per_token',
  'logger_fn',
  'mock_delay',
  'mock_response',
  'mock_timeout',
  'mock_tool_calls',
  'no-log',
  'output_cost_per_second',
  'output_cost_per_token',
  'preset_cache_key',
  'success_callback',
]);

/** Settings of clouds and of services that record requests, each of which has a host or a key. */
const prefixes =
  /^(?:aws|azure|bedrock|databricks|gcs|gcp|humanloop|langfuse|langsmith|arize|phoenix|posthog|sagemaker|vertex|vertex_ai|wandb|watsonx|weave|x-portkey|x-bf|portkey)[_-]/;

/** Names under which a careless copy of members changes the prototype of an object. */
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const normalized: ReadonlySet<string> = new Set([...names].map(normalize));

/** Whether a member of this name never passes where the API does not define it. Any spelling counts: `apiBase`, `API-BASE`. */
export function isSteeringField(name: string): boolean {
  if (name.length > maxNameLength) return false;
  // Most names. A body may have hundreds of thousands, and none of these can have one of the prefixes.
  if (plainName.test(name)) return prototypeNames.has(name) || normalized.has(name);
  return prototypeNames.has(name) || normalized.has(normalize(name)) || prefixes.test(withUnderscores(name));
}

/** Members of `metadata`, whose other names belong to the client, that LiteLLM's callbacks read as their settings. */
export function isSteeringMetadata(name: string): boolean {
  if (name.length > maxNameLength) return false;
  return prototypeNames.has(name) || metadataNames.has(normalize(name)) || prefixes.test(withUnderscores(name));
}

const metadataNames: ReadonlySet<string> = new Set(
  ['api_base', 'api_key', 'base_url', 'extra_headers', 'headers', 'litellm_metadata', 'user_config'].map(normalize),
);

/** The longest name of a setting that a proxy reads is shorter. */
const maxNameLength = 64;

/** A name that {@link normalize} and {@link withUnderscores} return as it is, without a separator. */
const plainName = /^[a-z\d]*$/;

function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

function withUnderscores(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}

/** The names of the list, in its order. */
export const steeringFields: readonly string[] = [...names, ...prototypeNames];
