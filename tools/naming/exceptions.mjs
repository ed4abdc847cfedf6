// Names that contain a retired word and keep it, each with the reason.

/** @type {readonly { readonly in: RegExp, readonly name: RegExp, readonly reason: string }[]} */
export const exceptions = [
  {
    in: /^packages\/protocol\//,
    name: /listing|dropped|refusal|consent/i,
    reason: 'names of the vendors: MCPToolListingBlock and others',
  },
  {
    in: /^packages\/protocol\//,
    name: /ToolUsesKeep/,
    reason: "Anthropic's clear_tool_uses_20250919 has a member `keep`",
  },
];
