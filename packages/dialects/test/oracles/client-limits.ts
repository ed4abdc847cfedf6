// Cases that a client refuses because of what they are about, whoever sends them. Each is tried, too: a case that a newer
// client reads fails its test here, and its line goes.

/** Why the AI SDK's schemas refuse the case. */
export const aiSdkLimits: Readonly<Record<string, string>> = {
  'code-execution': 'no schema for the block container_upload',
  'mcp-tools': 'no schema for the block mcp_tool_listing',
  'tool-browser-toolset': 'wants the toolset among its own tools',
  'tool-nested-input': 'refuses a key named __proto__',
  'annotation-unknown': 'annotations are a closed union',
  'image-generation-failed': 'a failed image without a result is not foreseen',
  'local-shell': 'null is not taken where the type allows it',
  'unknown-in-output': 'output items are a closed union',
};
