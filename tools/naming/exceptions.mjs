// Names that may contain a retired word, each with the reason.

/** @type {readonly { readonly in: RegExp, readonly name: RegExp, readonly reason: string }[]} */
export const exceptions = [
  { in: /^packages\/protocol\//, name: /McpToolListing/i, reason: "Anthropic's block type `mcp_tool_listing`" },
  { in: /server-tool-form\.ts$/, name: /^listing$/, reason: "Anthropic's block type `mcp_tool_listing`" },
  { in: /legacy-names\.ts$/, name: /^wire$/, reason: 'the member of rows that earlier builds stored' },
  { in: /metadata-signature\.ts$/, name: /^answer$/, reason: 'the member of signatures that clients hold' },
  { in: /upstream-faults\.ts$/, name: /^begins$/, reason: 'read by the reliability checks' },
];
