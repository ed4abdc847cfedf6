/** A difference from the official SDK's types that is meant, and why. `where` matches `path: what`. */
export interface DeliberateDifference {
  readonly reason: string;
  readonly where: RegExp;
}

export const deliberateDifferences: readonly DeliberateDifference[] = [
  {
    reason: 'counts of this service, where the upstream has none, say so',
    where: /\.estimated: is not in the SDK$/,
  },
  {
    reason: 'the SDK types sound input outside the content unions; servers take it wherever content is',
    where: /: adds the kind input_audio$/,
  },
  {
    reason: 'the contract of this service requires a model; the SDK lets a prompt template name it',
    where: /\.model: is optional in the SDK, required here$|^ResponseCompactParams\.model: null is refused$/,
  },
  {
    reason: 'Open Responses has penalties in request and response',
    where: /\.(presence|frequency)_penalty: is not in the SDK$/,
  },
  {
    reason: 'the SDK reads keep-alives of a stream, and leaves them out of its types',
    where: /: adds the kind keepalive$/,
  },
  {
    reason: 'web_search can be chosen as its preview can',
    where: /tool_choice: adds the kind web_search$/,
  },
  {
    reason: 'the SDK has the status of custom calls on listed items alone; clients send it back',
    where: /custom_tool_call(_output)?\)\.status: is not in the SDK$/,
  },
  {
    reason:
      'a compaction contains the messages of the user; the SDK types its output as that of a response, without them',
    where:
      /^CompactedResponse\.output\[\]\(message\)\.(content\[\]: adds the kind input_(text|image|file)|role: adds the value user)$/,
  },
  {
    reason: 'one form of shell output serves requests and responses',
    where: /shell_call_output\)\.output\[\]\.created_by: is not in the SDK$/,
  },
  {
    reason: 'clients name the call of an earlier shell by call_id, as those of all other outputs',
    where: /local_shell_call_output\)\.call_id: is not in the SDK$/,
  },
  {
    reason: 'one form of the local environment serves requests and responses',
    where: /environment\(local\)\.skills: is not in the SDK$/,
  },
  {
    reason: 'output_text is added by the SDK at the client; servers do not send it',
    where: /\.output_text: is missing$/,
  },
  {
    reason: 'Open Responses requires these keys of every response, and some of them not null',
    where:
      /^Response\.(background|completed_at|max_output_tokens|max_tool_calls|previous_response_id|prompt_cache_key|reasoning|safety_identifier|service_tier|status|text|top_logprobs|truncation|usage): (is optional in the SDK, required here|null is refused)$/,
  },
  {
    reason: 'what a model does that generates nothing: this service reports it in both dialects',
    where: /^Model\.task: is not in the SDK$/,
  },
  {
    reason: 'whether a local model is in memory: this service reports it in both dialects',
    where: /^Model\.state: is not in the SDK$/,
  },
  {
    reason: 'how much a model can read: clients that let an address be typed in look for it under this name',
    where: /^Model\.context_length: is not in the SDK$/,
  },
  {
    reason: 'Open Responses has store in the response',
    where: /^Response\.store: is not in the SDK$/,
  },
  {
    reason: 'usage carries the completion-style names and the counts by kind of content as well',
    where: /\.usage.*\.(text|audio|image|prompt|completion)_tokens(_details)?: is not in the SDK$/,
  },
  {
    reason: 'error events have the nested form in addition to the flat one',
    where: /\(error\)\.error: is not in the SDK$/,
  },
  {
    reason: 'the WebSocket connection sets stream_id, not the source of the event; it is preserved as an extra field',
    where: /^ResponsesServerEvent\(response\.[^)]*\)\.stream_id: is missing$/,
  },
  {
    reason: 'WebSocket errors are nested; the SDK also types the flat form of SSE',
    where:
      /^ResponsesServerEvent\(error\)\.(error: is optional in the SDK, required here|(code|message|param): is missing)$/,
  },
  {
    reason: 'compaction takes the same cache options as a response',
    where: /^ResponseCompactParams\.prompt_cache_options\./,
  },
  {
    reason: 'items of a conversation have an id and a status, custom calls too',
    where:
      /^ConversationItemList\.data\[\]\(custom_tool_call(_output)?\)\.(id: is optional in the SDK, required here|(status|created_by): is not in the SDK)$/,
  },
  {
    reason: 'the query of a request that adds items selects the members of the items, not its body',
    where: /^ItemCreateParams\.include: is missing$/,
  },
  {
    reason: 'every chunk of a file is text; the SDK leaves both members open',
    where: /^FileContentResponse\.(text|type): /,
  },
  {
    reason: 'clients read back the description that they set',
    where: /^VectorStore\.description: is not in the SDK$/,
  },
  {
    reason: 'a search has the ranking options of the tool file_search',
    where: /^VectorStoreSearchParams\.ranking_options\.hybrid_search: is not in the SDK$/,
  },
];
