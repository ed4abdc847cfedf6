// Where this protocol differs from the type files of the official SDK on purpose, each with its reason.

/** Maps SDK names to those of this package, for types that the SDK declares twice or that have another name here. */
export const renamed: Readonly<Record<string, string>> = {
  MessageCreateParamsBase: 'messageCreateParams',
  'MessageDeltaEvent.Delta': 'messageDeltaEvent.delta',
  'BatchCreateParams.Request': 'batchRequest',
  'Tool.InputSchema': 'inputSchema',
  RequestDocumentBlock: 'documentBlockParam',
  CitationConfig: 'citationsConfig',
  CitationSearchResultLocation: 'citationsSearchResultLocation',
  ResponseTool: 'tool',
  ResponseToolInputSchema: 'inputSchema',
  ResponseToolAdditionBlock: 'toolAdditionBlock',
  ResponseToolRemovalBlock: 'toolRemovalBlock',
  ResponseToolChangeToolReference: 'toolChangeToolReference',
  ResponseToolChangeMCPToolReference: 'toolChangeMCPToolReference',
  ResponseToolChangeMCPToolsetReference: 'toolChangeMCPToolsetReference',
  ToolChangeToolDefinition: 'toolChangeToolDefinitionParam',
  ResponseToolUnion: 'toolUnion',
  URLPDFSource: 'urlPDFSource',
};

/** Aliases whose values are not compared. */
export const openAliases: Readonly<Record<string, string>> = {
  Model: "names of one vendor's models: any string is a model here",
  ModelLine: "families of one vendor's models",
};

/** Types without a schema of their own here. */
export const omittedTypes: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(Browser|Computer)\w+Config$/, 'one schema, toolsetMemberConfig, serves the members of both toolsets'],
  [
    /^(Browser|Computer)\w*(Input|InputValue|ToolUseBlock|Target|MemberName|Filter|ScrollDirection)$/,
    'the input of one toolset member is data of a tool that the client runs',
  ],
  [/^(Browser|Computer)MemberInput$/, 'as above'],
  [/^MemoryTool20250818\w*Command$/, 'the input of a tool that the client runs'],
  [/^Response(Browser|Computer)?\w*ToolUseBlock(Union)?$|^ToolsetToolUseBlock$/, 'all of them are tool_use blocks'],
  [/ErrorDetails$/, 'codes are listed in errorCodesByStatus; members beyond the code are kept'],
  [
    /^(API|Authentication|Billing|GatewayTimeout|InvalidRequest|NotFound|Overloaded|Permission|RateLimit)Error(Object)?$/,
    'errorObject covers them all by errorType',
  ],
  [/(Result|Request)Error$/, 'aliases of the error objects, which are compared'],
  [/^(Message|Batch|Model|File)\w*Params$/, 'path, query and header parameters of SDK methods; bodies have schemas'],
  [/^MessageCreateParams(Non)?Streaming$/, 'messageCreateParams with `stream` fixed'],
  [/^(MessageCreateParams|WebSearchTool\d+)\./, 'aliases inside a namespace'],
  [
    /^(Page|TokenPage|PageCursor|BidirectionalPageCursor|ReportPageCursor)(Response|Params)$/,
    'pageSchema and pageCursorSchema build the two that this part of the API uses',
  ],
  [/^PageRequestOptions$/, 'internals of the SDK'],
  [/^Model$|^ModelLine$/, 'any string: see openAliases'],
  [/^Base64PDFBlock$/, 'an alias of the document block'],
  [/^BillTo$|^ThinkingPrefixMismatchBehavior$/, 'inlined where they are used'],
  [/^MessageCountTokensTool$/, 'toolUnion without its beta kinds'],
  [/^ToolResultContentBlockParam$/, 'computed from tool_result, which is compared'],
];

/** Members of the SDK's types that the schema of that type lacks. */
export const omittedMembers: Readonly<Record<string, string>> = {
  'MessageCreateParamsBase.betas': 'sent as the header anthropic-beta',
  'MessageCreateParamsBase.user_profile_id': 'sent as a header',
  'MessageCreateParamsBase.workspace_id': 'sent as a header',
  'MessageCountTokensParams.betas': 'sent as the header anthropic-beta',
  'MessageCountTokensParams.user_profile_id': 'sent as a header',
  'MessageCountTokensParams.workspace_id': 'sent as a header',
  'BatchCreateParams.user_profile_id': 'sent as a header',
  'BatchCreateParams.workspace_id': 'sent as a header',
};

/** Members of our schemas that the SDK's type lacks. */
export const addedMembers: Readonly<Record<string, string>> = {
  'Usage.estimated': 'counts of this service where the upstream has none',
  'MessageDeltaUsage.estimated': 'as above',
  'MessageCreateParamsBase.temperature': 'version 2023-06-01, removed from the types of SDK 1.x',
  'MessageCreateParamsBase.top_p': 'version 2023-06-01, removed from the types of SDK 1.x',
  'MessageCreateParamsBase.top_k': 'version 2023-06-01, removed from the types of SDK 1.x',
  'ResponseTool.cache_control': 'one schema serves both directions',
  'ModelCapabilities.tool_use': 'whether a model calls tools: this service reports it',
  'ModelInfo.task': 'what a model does that generates nothing: this service reports it in both dialects',
  'ModelInfo.state': 'whether a local model is in memory: this service reports it in both dialects',
};

/** Values and tags that one of the sides lacks. */
export const differentValues: Readonly<Record<string, string>> = {
  'Tool.input_schema object': 'not checked: clients also send an empty schema',
  'ResponseTool.input_schema object': 'as above',
  'MessageStreamEvent ping': 'sent by the API, filtered out by the SDK',
  'MessageStreamEvent error': 'on the wire, thrown by the SDK',
  'ErrorType request_too_large': 'documented by the vendor for status 413, absent from the type',
  'ErrorObject conflict_error': 'in ErrorType, without an object of its own',
  'ErrorObject request_too_large': 'as in ErrorType',
  'ErrorObject memory_precondition_failed_error': 'in ErrorType, without an object of its own',
  'ErrorObject memory_path_conflict_error': 'in ErrorType, without an object of its own',
  'ErrorResponse.error conflict_error': 'in ErrorType, without an object of its own',
  'ErrorResponse.error request_too_large': 'as in ErrorType',
  'ErrorResponse.error memory_precondition_failed_error': 'in ErrorType, without an object of its own',
  'ErrorResponse.error memory_path_conflict_error': 'in ErrorType, without an object of its own',
};

/** Error codes of other API areas. */
export const omittedErrorCodes: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^claude_code_/, "for the vendor's own client and accounts"],
  [/^(organization|parent_organization|linked_organization)_/, 'accounts of the vendor'],
  [/^cmek_key_(disabled|network_blocked)$/, "customer keys of the vendor's accounts"],
  [/^sandbox_egress_restricted$/, 'the managed-agents platform'],
];
