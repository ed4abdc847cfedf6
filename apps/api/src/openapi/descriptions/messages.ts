// What the doc comments of the protocol package say about types and fields of this wire. Written by test/openapi/descriptions.spec.ts
// (UPDATE_OPENAPI=1), which also fails when the comments have changed.
import type { Descriptions } from '../with-descriptions.js';

export const messages: Readonly<Record<string, Descriptions>> = {
  MessagesAdvisorMessageIterationUsage: {
    '': 'A call of the advisor.',
    input_tokens: 'Tokens of the prompt that were neither read from nor written to a cache.',
    output_tokens: 'Tokens that the model wrote, thinking included.',
    cache_creation_input_tokens: 'Tokens of the prompt that were written to a cache.',
    cache_read_input_tokens: 'Tokens of the prompt that were read from a cache.',
    cache_creation: '`cache_creation_input_tokens` by how long the cache keeps them.',
  },
  MessagesAdvisorRedactedResultBlockParam: {
    '': 'As a request sends it back.',
    encrypted_content: 'Opaque: sent back unchanged.',
    stop_reason: "Why it ended, by the names of a message's `stop_reason`. `max_tokens`: the advice was cut.",
  },
  MessagesAdvisorResultBlockParam: {
    '': 'As a request sends it back.',
    stop_reason: "Why it ended, by the names of a message's `stop_reason`. `max_tokens`: the advice was cut.",
  },
  MessagesAdvisorTool20260301: {
    '': 'Beta: `model` is asked for advice. Runs at an upstream of this dialect; other models are not offered it.',
    model: 'The advisor.',
    caching: "How the advisor's own prompt is cached. Null or absent: not.",
    max_tokens: 'Most tokens of one piece of advice, thinking included.',
    max_uses: 'Most calls in one request.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesAdvisorToolResultBlock: {
    '': "Beta: the advisor's answer, from an upstream of this dialect.",
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'The advice, or why there is none.',
  },
  MessagesAdvisorToolResultBlockParam: {
    '': "Beta: the advisor's answer, sent back. Other models are shown its words.",
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'The advice, or why there is none.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesAdvisorToolResultErrorObject: { '': 'Why there is no advice.' },
  MessagesAllThinkingTurns: { '': 'The thinking of all turns.' },
  MessagesAssistantMessageParam: {
    '': 'What the model said, as the answer had it. In the last place it is an answer to go on with.',
    content: 'A string is one text block. Empty only in the last place.',
  },
  MessagesBase64ImageSource: { '': 'Image bytes in the request.', data: 'Base64.' },
  MessagesBase64PDFSource: { '': 'A PDF in the request.', data: 'Base64.' },
  MessagesBashCodeExecutionOutputBlockParam: { '': 'As a request sends it back.' },
  MessagesBashCodeExecutionResultBlockParam: {
    '': 'As a request sends it back.',
    return_code: '0: the command ended well.',
    content: 'Files that it left behind.',
  },
  MessagesBashCodeExecutionToolResultBlock: {
    '': 'What became of a command that the model had run, at an upstream of this dialect.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'What it wrote, or why it did not run.',
  },
  MessagesBashCodeExecutionToolResultBlockParam: {
    '': 'What became of a command, sent back. Other models are shown what it wrote.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'What it wrote, or why it did not run.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesBashCodeExecutionToolResultErrorCode: { '': 'Why the command did not run to its end.' },
  MessagesBashCodeExecutionToolResultErrorObject: { '': 'The command did not run to its end.' },
  MessagesBatchCreateParams: {
    '': 'Body of `POST /v1/messages/batches`.',
    requests: 'At most 100,000. Version and betas of this request hold for each of them.',
  },
  MessagesBatchRequest: {
    '': 'One request of a batch.',
    custom_id: 'Names the result; unique in its batch. 1 to 64 letters, digits, `_` or `-`.',
    params: 'A body of `POST /v1/messages` without `stream`. Checked when its turn comes: a bad one fails alone.',
  },
  MessagesBillingPolicy: {
    '': 'Beta: who pays. Only an upstream of this dialect heeds it.',
    bill_to: '`user_profile`: the customer behind the profile that the request names. Default `self`.',
  },
  MessagesBrowserStateBlockParam: {
    '': 'How a call of the browser toolset left the browser, in its `tool_result`. Only an upstream of this dialect shows it to the model.',
    tabs: 'All open tabs, not only those that changed. May be empty.',
    state_changes: 'What the call opened or downloaded. Absent for nothing, never empty.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesBrowserStateChange: { '': 'What a call changed in the browser.' },
  MessagesBrowserStateChangeDownloadCompleted: {
    '': 'A download ended during the call. It need not have been told of before.',
    download_id: 'Chosen by the client; the same in all that is told of this download.',
    url: 'Where it came from in the end, behind redirects.',
    path: 'Where the file is at the client. Only if another tool can read it there.',
    size_bytes: 'Size of the file.',
  },
  MessagesBrowserStateChangeDownloadFailed: {
    '': 'A download failed or was cancelled during the call.',
    download_id: 'Chosen by the client; the same in all that is told of this download.',
    url: 'Where it came from in the end, behind redirects.',
    error: 'Why, where that is known.',
  },
  MessagesBrowserStateChangeDownloadStarted: {
    '': 'A download began during the call.',
    download_id: 'Chosen by the client; the same in all that is told of this download.',
    url: 'Where it came from in the end, behind redirects.',
  },
  MessagesBrowserStateChangeTabOpened: {
    '': 'The call opened a tab that is still there.',
    tab_id: 'That of its entry in `tabs`.',
  },
  MessagesBrowserStateTabEntry: {
    '': 'An open tab.',
    tab_id: 'Chosen by the client; unique among the tabs.',
    title: 'May be empty.',
    url: 'May be empty.',
    active: 'Whether it is in front: true for exactly one tab. Default false.',
  },
  MessagesBrowserToolset20260801: {
    '': 'A browser at the client. Its calls carry `toolset_name: "browser"`. Only an upstream of this dialect offers it.',
    configs: 'Settings of single members. Null or absent: the defaults for all.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
  },
  MessagesBrowserToolsetConfigs: {
    '': 'Settings by the names of the members, which calls say. A member without one has the defaults.',
  },
  MessagesCacheControlEphemeral: {
    '': 'Marks the end of a prompt prefix worth caching. At most four in a request. Upstreams of this dialect are told; other models cache without marks.',
    ttl: 'How long the cache keeps the prefix: five minutes (default) or an hour.',
  },
  MessagesCacheCreation: {
    '': 'Tokens written to the cache, by how long they are kept.',
    ephemeral_5m_input_tokens: 'For five minutes.',
    ephemeral_1h_input_tokens: 'For an hour.',
  },
  MessagesCacheMissMessagesChanged: {
    '': 'The messages do not just go on from those of the request before.',
    cache_missed_input_tokens: 'About how many input tokens the cache would have had.',
  },
  MessagesCacheMissModelChanged: {
    '': 'The request before had another `model` or `speed`.',
    cache_missed_input_tokens: 'About how many input tokens the cache would have had.',
  },
  MessagesCacheMissPreviousMessageNotFound: { '': 'The request before is not known any more.' },
  MessagesCacheMissReason: { '': 'Why the prompt cache was missed.' },
  MessagesCacheMissSystemChanged: {
    '': 'The request before had another `system`.',
    cache_missed_input_tokens: 'About how many input tokens the cache would have had.',
  },
  MessagesCacheMissToolsChanged: {
    '': 'The request before had other `tools`, or these in another order.',
    cache_missed_input_tokens: 'About how many input tokens the cache would have had.',
  },
  MessagesCacheMissUnavailable: { '': 'Not known. The request was answered as usual.' },
  MessagesCapabilitySupport: { '': 'Whether a model can do something.' },
  MessagesCitationCharLocation: {
    '': 'Characters of a plain-text document.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    document_index: 'Which document of the request, counted from 0.',
    document_title: "The document's `title`; null when it has none.",
    start_char_index: 'The first character, from 0.',
    end_char_index: 'Behind the last character.',
    file_id: 'The uploaded file that the document was; null for others.',
  },
  MessagesCitationCharLocationParam: {
    '': 'Characters of a plain-text document.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    document_index: 'Which document of the request, counted from 0.',
    document_title: "The document's `title`; null when it has none.",
    start_char_index: 'The first character, from 0.',
    end_char_index: 'Behind the last character.',
  },
  MessagesCitationContentBlockLocation: {
    '': 'Blocks of a document that was given as content blocks.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    document_index: 'Which document of the request, counted from 0.',
    document_title: "The document's `title`; null when it has none.",
    start_block_index: "The first block of the document's content, from 0.",
    end_block_index: 'Behind the last block.',
    file_id: 'The uploaded file that the document was; null for others.',
  },
  MessagesCitationContentBlockLocationParam: {
    '': 'Blocks of a document that was given as content blocks.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    document_index: 'Which document of the request, counted from 0.',
    document_title: "The document's `title`; null when it has none.",
    start_block_index: "The first block of the document's content, from 0.",
    end_block_index: 'Behind the last block.',
  },
  MessagesCitationPageLocation: {
    '': 'Pages of a PDF.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    document_index: 'Which document of the request, counted from 0.',
    document_title: "The document's `title`; null when it has none.",
    start_page_number: 'The first page, from 1.',
    end_page_number: 'Behind the last page.',
    file_id: 'The uploaded file that the document was; null for others.',
  },
  MessagesCitationPageLocationParam: {
    '': 'Pages of a PDF.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    document_index: 'Which document of the request, counted from 0.',
    document_title: "The document's `title`; null when it has none.",
    start_page_number: 'The first page, from 1.',
    end_page_number: 'Behind the last page.',
  },
  MessagesCitationSearchResultLocationParam: {
    '': 'As a request sends it back.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    search_result_index:
      'Which `search_result` of the request, counted from 0. Hits of the web search tool do not count.',
    source: 'The `source` of the search result.',
    title: 'The `title` of the search result.',
    start_block_index: 'The first block of its content, from 0.',
    end_block_index: 'Behind the last block.',
  },
  MessagesCitationWebSearchResultLocationParam: {
    '': 'As a request sends it back.',
    cited_text: 'The cited words, whole. They do not count as tokens of the answer.',
    encrypted_index: 'Opaque: sent back unchanged. Empty where the upstream is of another dialect.',
    title: 'Null when the page has none.',
  },
  MessagesCitationsConfig: { '': 'Whether the model may cite a source.' },
  MessagesCitationsConfigParam: {
    '': 'Whether the model may cite a source.',
    enabled: 'Default false. A model of another make is shown the words and cites nothing, with a warning.',
  },
  MessagesCitationsDelta: { '': 'One more citation for the text so far.' },
  MessagesClearThinking20251015Edit: {
    '': 'Leaves out thinking of old turns.',
    keep: 'Which turns keep their thinking. Default: the last one. `all` does nothing.',
  },
  MessagesClearThinking20251015EditResponse: {
    '': 'Thinking was left out.',
    cleared_input_tokens: 'How many input tokens that saved.',
    cleared_thinking_turns: 'How many turns lost their thinking.',
  },
  MessagesClearToolUses20250919Edit: {
    '': 'Empties old tool results.',
    trigger: 'When the edit is made. Default: above 100,000 input tokens.',
    keep: 'How many of the newest results stay. Default: three.',
    clear_at_least: 'The edit is made only if it saves so many tokens. Default: however few.',
    clear_tool_inputs:
      'Whether the calls lose their input, too: those of all tools (true), of the tools named, or of none (default).',
    exclude_tools: 'Names of tools whose results stay.',
  },
  MessagesClearToolUses20250919EditResponse: {
    '': 'Tool results were emptied.',
    cleared_input_tokens: 'How many input tokens that saved.',
    cleared_tool_uses: 'How many calls lost their results.',
  },
  MessagesClientToolUnion: { '': 'A tool that runs at the client.' },
  MessagesCodeExecutionOutputBlockParam: { '': 'As a request sends it back.' },
  MessagesCodeExecutionResultBlockParam: {
    '': 'As a request sends it back.',
    return_code: '0: the code ended well.',
    content: 'Files that it left behind.',
  },
  MessagesCodeExecutionTool20250522: {
    '': 'Runs code in a container. Runs at an upstream of this dialect; other models are not offered it.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesCodeExecutionTool20250825: {
    '': 'Runs code in a container. Runs at an upstream of this dialect; other models are not offered it.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesCodeExecutionTool20260120: {
    '': 'Runs code in a container, whose state may last between requests. Runs at an upstream of this dialect; other models are not offered it.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesCodeExecutionTool20260521: {
    '': 'Runs code in a container, whose state may last between requests. Runs at an upstream of this dialect; other models are not offered it.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesCodeExecutionToolResultBlock: {
    '': 'What became of code that the model had run, at an upstream of this dialect.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'What it wrote, or why it did not run.',
  },
  MessagesCodeExecutionToolResultBlockContent: { '': 'What became of the code.' },
  MessagesCodeExecutionToolResultBlockParam: {
    '': 'What became of code, sent back. Other models are shown what it wrote.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'What it wrote, or why it did not run.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesCodeExecutionToolResultErrorCode: { '': 'Why the code did not run to its end.' },
  MessagesCodeExecutionToolResultErrorObject: { '': 'The code did not run to its end.' },
  MessagesCompact20260112Edit: {
    '': 'Summarises what was said, once it is long. The summary is the first block of the answer.',
    trigger:
      'Default: above 150,000 input tokens. This service does so at four fifths of what the model can read, if that is less.',
    instructions: "How to summarise, in the place of this service's own words.",
    pause_after_compaction:
      'End the answer with the summary, with `stop_reason: "compaction"`. Default false: the model goes on to answer.',
  },
  MessagesCompactionBlock: {
    '': 'Beta: a summary that stands for everything before it. Sent back unchanged.',
    content: 'The summary; null when none could be made.',
    encrypted_content: 'What only its issuer can read of the summary; null from this service, which seals none.',
    signature: "Proof of the summary's origin; absent from this service.",
    tool_changes: 'What changed the tools in that which was summarised, in its order. Absent or null: not known.',
  },
  MessagesCompactionBlockParam: {
    '': 'Beta: a summary as an answer had it. The model is shown it, and nothing that stands before it.',
    content: 'The summary. Null or absent: the block stands for nothing.',
    encrypted_content: 'As the answer had it.',
    signature: 'As the answer had it.',
    tool_changes: 'As the answer had them: this service makes them anew.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesCompactionConfig: {
    '': 'Beta: what a request may ask for instead of an answer.',
    instructions: "How to summarise, in the place of the service's own words. Null, absent or blank: those.",
  },
  MessagesCompactionContentBlockDelta: {
    '': 'Beta: the whole summary at once.',
    content: 'The summary; null when none could be made.',
    encrypted_content: 'What only its issuer can read of the summary; null from this service.',
  },
  MessagesCompactionIterationUsage: {
    '': 'The call that made a summary. Totals leave it out.',
    input_tokens: 'Tokens of the prompt that were neither read from nor written to a cache.',
    output_tokens: 'Tokens that the model wrote, thinking included.',
    cache_creation_input_tokens: 'Tokens of the prompt that were written to a cache.',
    cache_read_input_tokens: 'Tokens of the prompt that were read from a cache.',
    cache_creation: '`cache_creation_input_tokens` by how long the cache keeps them.',
  },
  MessagesComputerToolset20260801: {
    '': 'A desktop at the client. Its calls carry `toolset_name: "computer"`. Only an upstream of this dialect offers it.',
    configs: 'Settings of single members. Null or absent: the defaults for all.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
  },
  MessagesComputerToolsetConfigs: {
    '': 'Settings by the names of the members, which calls say. A member without one has the defaults.',
  },
  MessagesContainer: {
    '': 'The container that code ran in.',
    id: 'For the `container` of a request that goes on in it.',
    expires_at: 'ISO 8601.',
    skills: 'What was loaded into it; null for nothing.',
  },
  MessagesContainerParams: {
    '': 'A container to use again or to make. This service has none: an upstream of this dialect gets it, elsewhere there is a warning.',
    id: 'The container to use again. Null or absent: a new one.',
    skills: 'What is to be loaded into it.',
  },
  MessagesContainerSkill: {
    '': 'A skill that a container holds.',
    type: "`anthropic`: made by the vendor; `custom`: by the client's organisation.",
    version: 'The version that was loaded.',
  },
  MessagesContainerUploadBlock: { '': 'A file that code left in the container, at an upstream of this dialect.' },
  MessagesContainerUploadBlockParam: {
    '': 'An uploaded file for the container in which code runs. Only an upstream of this dialect has one.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesContentBlock: { '': 'A block of an answer.' },
  MessagesContentBlockDelta: { '': 'What a block grows by.' },
  MessagesContentBlockDeltaEvent: {
    '': 'A block grows.',
    index: 'That of the block that began last.',
    delta: 'Of the kind that fits the block.',
  },
  MessagesContentBlockParam: { '': 'A block of a message in a request.' },
  MessagesContentBlockSource: {
    '': 'A document made of text and image blocks; citations then name blocks.',
    content: 'A string is one text. A model of another make is shown the texts alone, with a warning for each image.',
  },
  MessagesContentBlockSourceContent: { '': 'A block of a document.' },
  MessagesContentBlockStartEvent: {
    '': 'Begins a block.',
    index: 'Its place in `content`, from 0 without gaps.',
    content_block: 'Complete but for what deltas bring: text, thinking and signature are "", input is {}.',
  },
  MessagesContentBlockStopEvent: { '': 'A block is complete.', index: 'That of the block that began last.' },
  MessagesContextManagementCapability: {
    '': 'Which edits of `context_management` are made for the model.',
    supported: 'Whether any of them is.',
  },
  MessagesContextManagementConfig: {
    '': 'Edits that shorten what the model reads.',
    edits: 'Made in this order, one of each kind. A second one, or one that is not known, gets a warning.',
  },
  MessagesContextManagementResponse: {
    '': 'What was done to this request.',
    applied_edits: 'Empty when nothing had to be done. A summary is not listed: the answer begins with it.',
  },
  MessagesCountTokensContextManagementResponse: {
    '': 'Beta: the length before context management.',
    original_input_tokens: 'What `input_tokens` would be without the edits.',
  },
  MessagesDeletedFile: { '': 'Body of `DELETE /v1/files/{id}`.' },
  MessagesDeletedMessageBatch: { '': 'The batch and its results are gone.' },
  MessagesDeletedMessageThread: {
    '': 'Of this service: the thread that ended with the message `id` is not kept any more.',
    id: 'The last answer of the thread.',
  },
  MessagesDiagnostics: {
    '': 'What an upstream of this dialect says of its prompt cache.',
    cache_miss_reason: 'Null while that is not known.',
  },
  MessagesDiagnosticsParam: {
    '': 'Asks why the prompt cache was missed. This service does not tell; an upstream of this dialect may.',
    previous_message_id: "The `id` of this client's last answer, to compare with. Null on a first turn.",
  },
  MessagesDirectCaller: { '': 'The model itself.' },
  MessagesDocumentBlock: {
    '': 'A fetched page as the model saw it.',
    title: 'Null when it has none.',
    citations: 'Whether the model may cite it.',
  },
  MessagesDocumentBlockParam: {
    '': 'A document for the model to read.',
    title: 'Its name, as the model and citations have it.',
    context:
      'Shown to the model, never cited from. With a file (`base64`, `url`, `file`) a model of another make is not shown it.',
    citations: 'Whether the model may cite it. Null or absent: not.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesDocumentSource: { '': 'Where a document is.' },
  MessagesEffort: { '': "How much work the model puts into the answer. Default: the model's own." },
  MessagesEffortCapability: {
    '': 'Which values of `output_config.effort` the model takes.',
    supported: 'Whether it takes any.',
  },
  MessagesEncryptedCodeExecutionResultBlockParam: {
    '': 'As a request sends it back.',
    encrypted_stdout: 'Opaque: sent back unchanged.',
    return_code: '0: the code ended well.',
    content: 'Files that it left behind.',
  },
  MessagesErrorCode: { '': 'What kind of failure, more finely. One that is not known counts as the bare type.' },
  MessagesErrorDetails: {
    '': 'What a program can act on. Further members depend on the code.',
    error_code: '`errorCodesByStatus` lists those that are known.',
    unsupported: 'With `thread_unsupported_request`: the features that threads do not have.',
  },
  MessagesErrorEvent: {
    '': 'The answer failed: the last event. The same object as the body of a failed request.',
    request_id: 'The header `request-id` of the answer, for asking about it. Absent in an event.',
  },
  MessagesErrorObject: {
    '': 'What failed.',
    type: 'What kind of failure it is; programs act on this.',
    message: 'For people, and free to change. Names the field that is at fault, if one is.',
    details: 'Finer than the type; absent or null where there is nothing to say.',
  },
  MessagesErrorType: {
    '': 'What kind of failure. `errorStatus` has the usual HTTP status of each. The last two occur outside this part of the API.',
  },
  MessagesFallbackBlock: {
    '': "Beta: from here on `to` answers. The message's `model` is that of the last such block. From an upstream of this dialect.",
    from: 'The model that ended here.',
    to: 'The model that goes on.',
    trigger: 'Why `from` ended.',
  },
  MessagesFallbackBlockParam: {
    '': 'Beta: where one model took over from another, sent back in its place. Other models are not shown it.',
    from: 'The model that ended here.',
    to: 'The model that goes on.',
    trigger: 'As the answer had it. Not looked at.',
  },
  MessagesFallbackCreditNotApplied: {
    '': 'It costs as usual.',
    reason: 'Why the token was not redeemed.',
    remove_to_redeem:
      'Fields to leave out of the request, so that it is. Only with the reason `variant_fields_present`.',
  },
  MessagesFallbackCreditRedeemed: { '': 'It costs as if this model had been asked from the start.' },
  MessagesFallbackCreditTokenParam: {
    '': 'Beta: what a refusal gave for asking the same of another model. Only an upstream of this dialect heeds it.',
    token: "The `fallback_credit_token` of the refusal's `stop_details`.",
    mode: 'When it cannot be redeemed: refuse the request (`strict`, default) or answer at the usual price (`best_effort`).',
  },
  MessagesFallbackCreditUsage: {
    '': 'Beta: what became of a `fallback_credit_token`, at an upstream of this dialect.',
    status: 'Whether it was redeemed.',
  },
  MessagesFallbackInfoParam: { '': 'As a request sends it back.' },
  MessagesFallbackMessageIterationUsage: {
    '': 'The call of the model that answered in the place of one that refused.',
    input_tokens: 'Tokens of the prompt that were neither read from nor written to a cache.',
    output_tokens: 'Tokens that the model wrote, thinking included.',
    cache_creation_input_tokens: 'Tokens of the prompt that were written to a cache.',
    cache_read_input_tokens: 'Tokens of the prompt that were read from a cache.',
    cache_creation: '`cache_creation_input_tokens` by how long the cache keeps them.',
  },
  MessagesFallbackParam: {
    '': 'A model to try next, with the settings that differ for it.',
    model: "As the request's `model`.",
    max_tokens: "Null or absent: the request's.",
    output_config: "Goes before the request's, member by member.",
    speed: 'Absent: `fast` if the request says so and the model offers it. Null: `standard`.',
    thinking: "Absent: the request's, where the model knows it.",
  },
  MessagesFallbackRefusalTrigger: {
    '': 'The model refused.',
    category: 'What the refusal was about; null when it is not said.',
  },
  MessagesFallbacksParam: {
    '': 'Beta: models to try in their order when the first one refuses. Only an upstream of this dialect heeds it.',
  },
  MessagesFileDocumentSource: { '': 'An uploaded document.' },
  MessagesFileMetadata: { '': 'A file without its content.' },
  MessagesFileMetadataPageCursor: {
    '': 'Body of `GET /v1/files`.',
    next_page: 'The `page` of the next query; null on the last page.',
  },
  MessagesFileUploadParams: {
    '': 'The form of `POST /v1/files` (multipart/form-data), as an object.',
    file: "The content, with the file's name: a part of a form.",
    expires_in_seconds: 'Seconds after which the file is forgotten, 3600 to 7776000. Default: when it is deleted.',
  },
  MessagesImageBlockParam: {
    '': 'A picture for the model. A model that reads text only refuses it.',
    transformations: 'What may be done to it before the model sees it. Only an upstream of this dialect heeds it.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesImageSource: { '': 'Where an image is.' },
  MessagesImageTransformationsParam: {
    '': 'What may be done to an image before the model sees it. Only an upstream of this dialect heeds it.',
    oversized_image:
      "Of one above the model's size: make it smaller (`downsize`, default) or refuse the request (`error`).",
  },
  MessagesInputJSONDelta: {
    '': 'A piece of the text of `input`; all pieces of a block make one JSON object, or none at all for `{}`.',
    partial_json: 'A piece, to be put behind the others: JSON only when all are there.',
  },
  MessagesInputSchema: {
    '': "JSON Schema of a tool's input; its root describes an object. Not checked here: clients also send `{}`.",
  },
  MessagesInputTokensClearAtLeast: {
    '': 'How many input tokens an edit has to save.',
    value: 'As a trigger: the edit is made above so many.',
  },
  MessagesInputTransformation: {
    '': 'Beta: what was done to the input, from an upstream of this dialect. This service says such things in `x-service-warning`.',
  },
  MessagesIterationsUsage: { '': 'Beta: one entry a model call.' },
  MessagesJsonOutputFormat: {
    '': 'The answer is one JSON value that fits `schema`, as ordinary text.',
    schema: 'JSON Schema that the answer is held to.',
  },
  MessagesMcpServerDefinition: { '': 'An MCP server whose tools the service may call.' },
  MessagesMcpToolConfig: {
    '': 'Settings of one tool of a server.',
    enabled: 'Whether it is offered. Default true.',
    defer_loading:
      'Hidden until a tool search finds it. Default false. Tools that this service calls are offered at once.',
  },
  MessagesMcpToolListingBlockParam: {
    '': 'As a request sends it back.',
    mcp_server_name: 'The server, by its `name` in `mcp_servers`.',
  },
  MessagesMcpToolParam: {
    '': 'As a request has it.',
    name: 'Without the name of the server.',
    input_schema: 'JSON Schema of its input.',
    description: 'What it does; the model reads this.',
  },
  MessagesMcpToolResultBlock: {
    '': 'What the tool of an MCP server answered.',
    tool_use_id: 'The `id` of the `mcp_tool_use` that this answers.',
    is_error: 'Whether the tool failed; `content` then says how.',
    content: 'A string is one text block.',
  },
  MessagesMcpToolUseBlock: {
    '': 'The model called a tool of an MCP server. The service made the call; its result follows in the same answer.',
    id: 'Names the call: the `tool_use_id` of its result.',
    name: 'The tool, as its server calls it.',
    server_name: 'The server, by its `name` in `mcp_servers`.',
    input: 'The arguments, as the model wrote them.',
  },
  MessagesMcpToolUseBlockParam: {
    '': 'A call of an MCP tool, sent back.',
    id: 'Names the call: the `tool_use_id` of its result.',
    name: 'The tool, as its server calls it.',
    server_name: 'The server, by its `name` in `mcp_servers`.',
    input: 'The arguments, as the model wrote them.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesMcpToolset: {
    '': "Beta: which tools of one of the request's `mcp_servers` are offered.",
    mcp_server_name: 'The `name` of one of `mcp_servers`. At most one toolset for each.',
    configs: 'By the names of tools. They go before `default_config`.',
    default_config: 'For tools that `configs` does not name. Default: offered at once.',
    tools:
      'What the server listed, from an `mcp_tool_listing` block, so that it is not asked again. Only an upstream of this dialect heeds it.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
  },
  MessagesMemoryTool20250818: {
    '': 'Notes of the model in files below `/memories`, kept by the client. Models of another make are offered it as a function.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesMessage: {
    '': 'What the model answered.',
    id: 'Names the message: what a thread goes on from.',
    model: 'The model that answered, as the service calls it.',
    content: 'What it says and which tools it calls, in order. May be empty.',
    stop_reason: 'Why the answer ended; null only in the head of a stream, before that is known.',
    stop_sequence: 'The stop sequence that was met, where `stop_reason` says so.',
    stop_details:
      'More about the end, such as what kind of refusal it was; absent or null where there is nothing to say.',
    container: 'The container that code ran in; null where none did.',
    usage: 'What the message has cost, in tokens.',
    diagnostics: 'Beta: why a cached prompt was not used, when the request asked for it.',
    context_management: 'Beta: what was taken out of the context before the model saw it.',
    input_transformations: 'Beta: what of the input the model was not shown as it came.',
  },
  MessagesMessageBatch: {
    '': 'Many requests that are answered within a day.',
    processing_status: '`ended`: every request has a result. `canceling`: those that run are ended first.',
    request_counts: 'How many of the requests have which end.',
    created_at: 'ISO 8601, as all times of a batch.',
    expires_at: 'When requests that have no result by then expire.',
    ended_at: 'When the last result was there; null before.',
    cancel_initiated_at: 'When the batch was asked to end early; null when it was not.',
    archived_at: 'When the results were forgotten; null while they are kept.',
    results_url: 'Where the results are, once the batch has ended: an absolute address that the client can reach.',
  },
  MessagesMessageBatchCanceledResult: { '': 'The batch was cancelled before the request was answered.' },
  MessagesMessageBatchErroredResult: {
    '': 'The request failed.',
    error: 'What would have been the body, had the request been sent alone.',
  },
  MessagesMessageBatchExpiredResult: { '': 'The batch expired before the request was answered.' },
  MessagesMessageBatchIndividualResponse: {
    '': 'One line of the results; the order is not that of the requests.',
    custom_id: 'That of the request.',
  },
  MessagesMessageBatchRequestCounts: {
    '': 'How many requests have which end. All count as `processing` until the batch has ended, the others 0.',
    processing: 'Without a result.',
    errored: 'Failed, or refused as they were sent.',
    canceled: 'Not answered when the batch was cancelled.',
    expired: 'Not answered within the time of the batch.',
  },
  MessagesMessageBatchResult: { '': 'What became of a request.' },
  MessagesMessageBatchSucceededResult: { '': 'The request was answered.' },
  MessagesMessageBatchesPage: {
    '': 'A page of batches, the newest first.',
    has_more: 'Whether there are more items in the direction that was asked for.',
    first_id: 'For `before_id` of the next query; null on an empty page.',
    last_id: 'For `after_id` of the next query; null on an empty page.',
  },
  MessagesMessageContentParam: { '': 'A string is one text block.' },
  MessagesMessageCountTokensParams: {
    '': 'Body of `POST /v1/messages/count_tokens`. Members that only generation needs are accepted and ignored.',
    model: 'Name of the model that answers, as `GET /v1/models` lists it.',
    messages: 'The conversation, oldest message first; the last one is what is answered. At most 100,000.',
    system: 'Instructions that stand before the conversation: one text, or several text blocks.',
    tools:
      'What the model may call: tools of the client (`input_schema`), and tools that the service runs (by `type`).',
    tool_choice: 'Whether the model may or must call tools, and which. Default `auto`.',
    thinking: 'Whether and how the model thinks before it answers. Absent: not, unless `output_config.effort` is set.',
    output_config: 'The form of the answer (`format`) and the work that the model puts into it (`effort`).',
    cache_control: 'Marks the last block that can carry a mark as the end of a prompt prefix worth caching.',
    speed:
      '`fast`: more tokens a second, where a model offers that. Default `standard`. Only an upstream of this dialect heeds it.',
    mcp_servers:
      'Beta: MCP servers whose tools the service may call, where its installation allows that; elsewhere there is a warning.',
    context_management: 'Beta: edits that shorten what the model reads, made in their order.',
    compaction: 'Beta: asks for a summary of the conversation in the place of an answer.',
    output_format: 'Old name of `output_config.format`, which goes before it.',
    billing_policy: 'Beta: who pays. Default `self`. Only an upstream of this dialect heeds it.',
  },
  MessagesMessageCreateParams: {
    '': 'Body of `POST /v1/messages`.',
    model: 'Name of the model that answers, as `GET /v1/models` lists it.',
    messages: 'The conversation, oldest message first; the last one is what is answered. At most 100,000.',
    system: 'Instructions that stand before the conversation: one text, or several text blocks.',
    tools:
      'What the model may call: tools of the client (`input_schema`), and tools that the service runs (by `type`).',
    tool_choice: 'Whether the model may or must call tools, and which. Default `auto`.',
    thinking: 'Whether and how the model thinks before it answers. Absent: not, unless `output_config.effort` is set.',
    output_config: 'The form of the answer (`format`) and the work that the model puts into it (`effort`).',
    cache_control: 'Marks the last block that can carry a mark as the end of a prompt prefix worth caching.',
    speed:
      '`fast`: more tokens a second, where a model offers that. Default `standard`. Only an upstream of this dialect heeds it.',
    mcp_servers:
      'Beta: MCP servers whose tools the service may call, where its installation allows that; elsewhere there is a warning.',
    context_management: 'Beta: edits that shorten what the model reads, made in their order.',
    compaction: 'Beta: asks for a summary of the conversation in the place of an answer.',
    output_format: 'Old name of `output_config.format`, which goes before it.',
    billing_policy: 'Beta: who pays. Default `self`. Only an upstream of this dialect heeds it.',
    max_tokens: 'Most tokens to generate, thinking included. At least 1; a cap, not a promise.',
    stream: 'Answer by server-sent events. Default false.',
    stop_sequences: 'The answer ends before the first of these; it does not contain it. None is empty; at most 1,000.',
    temperature:
      'How much chance is in the choice of tokens: 0 to 1, 0 is greedy. Version 2023-06-01 only, like `top_p` and `top_k`.',
    top_p: 'Only the likeliest tokens that have this probability together, 0 to 1. Version 2023-06-01 only.',
    top_k: 'Only the likeliest so many tokens. At least 0; 0 means no limit. Version 2023-06-01 only.',
    metadata: 'About the request; the model does not see it.',
    service_tier:
      'Whether capacity that was set apart may be used (`auto`, the default) or not. A wish, for upstreams that know it.',
    container:
      'The machine in which code runs: the id of one to use again, or settings of a new one. Only an upstream of this dialect heeds it.',
    inference_geo:
      'The region where the model runs. Default: that of the installation. Only an upstream of this dialect heeds it.',
    diagnostics:
      'Asks why the prompt cache was missed, compared with the answer `previous_message_id`. Only an upstream of this dialect heeds it.',
    thread: 'Beta: the service keeps the conversation, and later requests send only what is new.',
    fallbacks:
      'Beta: models to try in order when the first one refuses; `default`: those that the service has. Only an upstream of this dialect heeds it.',
    fallback_credit_token:
      'Beta: what a refusal gave for asking the same of another model. Only an upstream of this dialect heeds it.',
  },
  MessagesMessageCreateParamsContainer: { '': 'The id of a container to reuse, or settings of a new one.' },
  MessagesMessageDeltaEvent: {
    '': 'Why the answer ends, and the totals. More than one may come; the last one counts.',
    delta: 'Members of the message that are known by now.',
    'delta.stop_reason': 'Why the answer ended; null only in the head of a stream, before that is known.',
    'delta.stop_sequence': 'The stop sequence that was met, where `stop_reason` says so.',
    'delta.stop_details':
      'More about the end, such as what kind of refusal it was; absent or null where there is nothing to say.',
    'delta.container': 'The container that code ran in; null where none did.',
    usage: 'Totals of the whole message so far.',
    context_management: 'Beta: what was taken out of the context before the model saw it.',
    input_transformations: 'Beta: what of the input the model was not shown as it came.',
  },
  MessagesMessageDeltaUsage: {
    '': 'Totals of the whole message so far, not increments. What is absent or null has not changed.',
    input_tokens: 'Tokens of the prompt that were neither read from nor written to a cache.',
    output_tokens: 'Tokens that the model wrote, thinking included.',
    cache_creation_input_tokens: 'Tokens of the prompt that were written to a cache.',
    cache_read_input_tokens: 'Tokens of the prompt that were read from a cache.',
    server_tool_use: 'How often tools ran at the service; null where none did.',
    output_tokens_details: 'The share of `output_tokens` that was thinking.',
    iterations: 'Beta: one entry a call of a model, where the answer took several.',
    fallback_credit: 'Beta: what became of a `fallback_credit_token`.',
    estimated: 'True where the upstream has not counted: a token for each piece that arrived. Default false.',
  },
  MessagesMessageIterationUsage: {
    '': 'A call of the model that answers.',
    model: 'Null or absent: that of the message.',
    input_tokens: 'Tokens of the prompt that were neither read from nor written to a cache.',
    output_tokens: 'Tokens that the model wrote, thinking included.',
    cache_creation_input_tokens: 'Tokens of the prompt that were written to a cache.',
    cache_read_input_tokens: 'Tokens of the prompt that were read from a cache.',
    cache_creation: '`cache_creation_input_tokens` by how long the cache keeps them.',
  },
  MessagesMessageParam: { '': 'A message of the conversation.' },
  MessagesMessageStartEvent: {
    '': 'Begins the answer.',
    message: "Without content yet. Its usage holds the prompt's counts, estimated where they are not known by then.",
  },
  MessagesMessageStopEvent: { '': 'The answer is complete: the last event of a stream that did not fail.' },
  MessagesMessageStreamEvent: { '': 'An event of a streamed answer.' },
  MessagesMessageThreadParam: {
    '': 'Begins a thread or goes on with one. Closed: what is not understood must not be answered as if it held the whole conversation.',
  },
  MessagesMessageTokensCount: {
    '': 'How long a prompt is. It may be longer than the model can read.',
    input_tokens: 'System, tools and messages together, after the edits of `context_management`.',
    context_management: 'Beta: the length before the edits; null or absent when none were asked for.',
  },
  MessagesMetadata: {
    '': 'About the request; the model does not see it.',
    user_id: 'Names the end user to upstreams. Opaque; it must not name a person.',
  },
  MessagesModelCapabilities: {
    '': 'What a model can do, as far as this service knows of it.',
    batch: 'Whether it answers requests of batches.',
    citations: 'Whether it cites documents and search results. This service says no, though an upstream may.',
    code_execution: 'Whether code that it runs can call other tools. None runs here.',
    image_input: 'Whether it sees images.',
    pdf_input: 'Whether it reads PDF files. This service says no, though an upstream may.',
    structured_outputs: 'Whether it can be held to a JSON Schema.',
    tool_use: 'Whether it calls tools. Of this service; official types do not have it.',
  },
  MessagesModelInfo: {
    '': 'A model that requests may name. What is absent or null is not known.',
    id: 'The `model` of requests.',
    display_name: 'For people.',
    created_at: 'ISO 8601, as all times of a model.',
    lifecycle: 'Here always `active`.',
    line: 'The family of models that it is of. Here always null.',
    deprecated_at: 'Null while it is active.',
    retires_at: 'When it is to end, as planned now. Null while it is active.',
    max_input_tokens: 'How many tokens it can read.',
    max_tokens: 'The largest `max_tokens` that has an effect.',
    state:
      'Of this service: whether the model stands in the memory of its machine. Absent for models that run elsewhere.',
  },
  MessagesModelInfosPage: {
    '': 'A page of models.',
    has_more: 'Whether there are more items in the direction that was asked for.',
    first_id: 'For `before_id` of the next query; null on an empty page.',
    last_id: 'For `after_id` of the next query; null on an empty page.',
  },
  MessagesOutputConfig: {
    '': 'The form of the answer, and the work that goes into it.',
    effort: "Null or absent: the model's own. Without `thinking`, an effort turns thinking on.",
    format: 'Null or absent: free text.',
    task_budget: 'Beta: tokens that a whole task may take. Only an upstream of this dialect heeds it.',
  },
  MessagesOutputTokensDetails: {
    '': 'What `output_tokens` is made of.',
    thinking_tokens: 'All that was thought, also where less of it is shown.',
  },
  MessagesPageCursorParams: {
    '': 'Query of a cursor-based list.',
    limit: 'Most items of the page.',
    page: 'The `next_page` of the page before. Null or absent: from the start.',
  },
  MessagesPageParams: {
    '': 'Query of an id-based list: at most 1000 items a page.',
    limit: 'Most items of the page. Default 20.',
    before_id: 'Only items that stand before this one: a page backwards.',
    after_id: 'Only items that stand behind this one: the `last_id` of the page before.',
  },
  MessagesPingEvent: { '': "Keeps the connection and the client's watchdogs awake." },
  MessagesPlainTextSource: { '': 'A text in the request.', data: 'The text as it is, not encoded.' },
  MessagesRedactedThinkingBlock: {
    '': 'Thinking that only its issuer can read.',
    data: 'Opaque: sent back unchanged.',
  },
  MessagesRedactedThinkingBlockParam: { '': 'Thinking that only its issuer can read.', data: 'As the answer had it.' },
  MessagesRefusalCategory: { '': 'What a refusal was about; null when it is not said.' },
  MessagesRefusalStopDetails: {
    '': 'More about `stop_reason: "refusal"`.',
    category: 'What the refusal was about; null when it is not said, as by this service itself.',
    explanation: 'For people, and free to change. Null when there is none.',
    fallback_credit_token:
      "Beta: for asking the same of another model within five minutes, as the request's `fallback_credit_token`.",
    fallback_has_prefill_claim:
      'Beta: whether the token is also good for a request that goes on from this answer. Only beside a token.',
    recommended_model: 'Beta: a model to ask instead, when a fallback could not be tried.',
  },
  MessagesRequestMCPServerToolConfiguration: {
    '': 'Which tools of a server are offered. Default: all. A toolset may narrow it.',
    enabled: 'False: none of them. Default true.',
    allowed_tools: 'Their names. Null or absent: all.',
  },
  MessagesRequestMCPServerURLDefinition: {
    '': 'An MCP server that the service connects to, where its installation allows that.',
    name: 'Chosen by the client and unique in the request. Blocks and toolsets say it.',
    authorization_token: 'For the server. It is not kept: every request sends it again, those of a thread too.',
    tool_configuration: 'Which of its tools are offered. Default: all.',
  },
  MessagesRequestMCPToolResultBlockParam: {
    '': 'What the tool of an MCP server answered, sent back.',
    tool_use_id: 'The `id` of the `mcp_tool_use` that this answers.',
    is_error: 'Default false.',
    content: 'A string is one text block. Absent: nothing.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesRequestToolAdditionBlock: {
    '': 'Beta: a tool that the model may call from here on.',
    tool: 'Its definition, or a reference to one that was there before.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesRequestToolRemovalBlock: {
    '': 'Beta: a tool that the model may not call from here on.',
    tool: 'A reference to it.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesSearchResultBlockParam: {
    '': "A hit of the client's own search, in a message or in a tool's result.",
    source: 'Its address or name, as citations have it.',
    content: 'Its words; citations name these blocks.',
    citations: 'Whether the model may cite it. Null or absent: not.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesServerToolCaller: {
    '': 'Code of the server tool use `tool_id`.',
    tool_id: 'The `id` of the `server_tool_use` that runs the code.',
  },
  MessagesServerToolCaller20260120: {
    '': 'Code of the server tool use `tool_id`.',
    tool_id: 'The `id` of the `server_tool_use` that runs the code.',
  },
  MessagesServerToolName: { '': 'Tools that run at the server, by the name that the model calls.' },
  MessagesServerToolUsage: { '': 'How often tools ran at the service.' },
  MessagesServerToolUseBlock: {
    '': 'The model used a server tool; the result block follows in the same answer.',
    id: 'Names the call: the `tool_use_id` of its result.',
    input: 'The arguments, as the model wrote them.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
  },
  MessagesServerToolUseBlockParam: {
    '': 'A call of a server tool, sent back. Other models are not shown it, only its result.',
    id: 'Names the call: the `tool_use_id` of its result.',
    input: 'The arguments, as the model wrote them.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesServerToolsCapability: {
    '': 'Which tools the service runs for the model itself. This service runs none, and says so of upstreams, too.',
    supported: 'Whether there is any.',
  },
  MessagesSignatureDelta: {
    '': 'The whole signature, last in its block.',
    signature: 'Sent back unchanged with the block.',
  },
  MessagesSkillParams: {
    '': 'Instructions and files that a container is to hold.',
    type: "`anthropic`: made by the vendor; `custom`: by the client's organisation.",
    version: 'Default: the latest.',
  },
  MessagesStopDetails: { '': 'More about why an answer ended. Other reasons may get details of their own.' },
  MessagesStopReason: {
    '': 'Why the answer ended. `tool_use`: the client must run tools. `pause_turn`: send the answer back to go on. `compaction` is beta: the answer is a summary.',
  },
  MessagesSystemMessageOutputConfig: {
    '': 'Beta: settings from this message on.',
    effort: 'Null or absent: as before.',
  },
  MessagesSystemMessageParam: {
    '': 'Instructions in mid-conversation, never first; they keep their place.',
    content: 'Text. Beta: changes of tools, too. May be absent or empty when `output_config` changes something.',
    clear_at:
      'Beta: whether the text is gone once the user speaks again. Default `never`. Only an upstream of this dialect heeds it.',
    output_config: 'Beta: settings from this message on.',
  },
  MessagesTextBlock: {
    '': 'What the model says.',
    text: 'May grow by deltas in a stream; never without a visible character.',
    citations:
      'The sources of the text, where the request asked for them. Left out rather than null: some clients refuse a null inside a block.',
  },
  MessagesTextBlockParam: {
    '': "Text of a message, of `system` or of a tool's result.",
    text: 'Has a visible character, but for the last assistant message.',
    citations: 'As the answer had them. Version 2026-10-21 refuses them in user messages and in search results.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesTextCitation: { '': 'A citation in an answer.' },
  MessagesTextCitationParam: { '': 'A citation that is sent back as part of the conversation.' },
  MessagesTextDelta: { '': 'More of the text.', text: 'A piece, to be put behind the others.' },
  MessagesTextEditorCodeExecutionCreateResultBlockParam: {
    '': 'As a request sends it back.',
    is_file_update: 'Whether the file was there before.',
  },
  MessagesTextEditorCodeExecutionStrReplaceResultBlockParam: {
    '': 'As a request sends it back.',
    old_start: 'The first line before the change, counted from 1.',
    old_lines: 'How many lines there were.',
    new_start: 'The first line after the change, counted from 1.',
    new_lines: 'How many lines there are.',
  },
  MessagesTextEditorCodeExecutionToolResultBlock: {
    '': 'What the text editor did in the container, at an upstream of this dialect.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'What it showed or changed, or why not.',
  },
  MessagesTextEditorCodeExecutionToolResultBlockParam: {
    '': 'What the text editor did, sent back. Other models are shown its words.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'What it showed or changed, or why not.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesTextEditorCodeExecutionToolResultErrorCode: { '': 'Why the editor did nothing.' },
  MessagesTextEditorCodeExecutionToolResultErrorObject: {
    '': 'The editor did nothing.',
    error_message: 'More about it, in words.',
  },
  MessagesTextEditorCodeExecutionViewResultBlockParam: {
    '': 'As a request sends it back.',
    num_lines: 'How many lines are shown.',
    start_line: 'The first of them, counted from 1.',
    total_lines: 'How many lines the file has.',
  },
  MessagesThinkingBlock: {
    '': 'What the model thought.',
    thinking: 'Its words; empty with `display: "omitted"`, and the signature stands for them.',
    signature: "Proof that the text is the model's own: sent back unchanged with the block.",
  },
  MessagesThinkingBlockBinding: {
    '': 'Beta: what to do with a thinking block that was made for another prompt prefix. Only an upstream of this dialect heeds it.',
    prefix_mismatch_behavior:
      '`error` (default): refuse the request, 400. `drop_block`: do not show the model such blocks.',
  },
  MessagesThinkingBlockParam: {
    '': 'What the model thought, sent back byte for byte.',
    thinking: 'As the answer had it; empty where it was omitted.',
    signature:
      'As the answer had it. Official types demand it; here a block without one, or with one that cannot be verified, is not shown to the model, with a warning.',
  },
  MessagesThinkingCapability: { '': 'Whether the model thinks.', types: 'Which values of `thinking.type` it takes.' },
  MessagesThinkingConfigAdaptive: {
    '': 'The model decides whether and how much.',
    display:
      '`omitted`: an empty text with a signature for it. Else the text is shown; upstreams of this dialect tell `summarized` from `updates` (beta).',
    block_binding:
      'Beta: what to do with blocks made for another prompt prefix. Null, absent or empty: the defaults. Only an upstream of this dialect heeds it.',
  },
  MessagesThinkingConfigBetweenTools: {
    '': 'No thinking but notes between tool calls, as thinking blocks. A model of another make thinks as with `adaptive`.',
  },
  MessagesThinkingConfigDisabled: { '': 'No thinking. That of a model which cannot be stopped from it is not shown.' },
  MessagesThinkingConfigEnabled: {
    '': 'The model thinks, within a budget.',
    budget_tokens:
      'Tokens to think with. At least 1024. Part of `max_tokens`, and less than it unless there are tools.',
    display:
      '`omitted`: an empty text with a signature for it. Else the text is shown; upstreams of this dialect tell `summarized` from `updates` (beta).',
    block_binding:
      'Beta: what to do with blocks made for another prompt prefix. Null, absent or empty: the defaults. Only an upstream of this dialect heeds it.',
  },
  MessagesThinkingConfigParam: { '': 'Whether and how the model thinks before it answers.' },
  MessagesThinkingDelta: {
    '': 'More of what the model thinks.',
    thinking: 'A piece, to be put behind the others.',
    estimated_tokens:
      'Beta: about how many tokens were thought since the last delta that said so, where the text is not shown.',
  },
  MessagesThinkingDroppedInputTransformation: {
    '': 'The model was not shown a thinking block.',
    path: 'Its place in the request, such as `messages.1.content.0`.',
    reason: 'What the block does not fit: model, conversation before it, organisation or end user.',
  },
  MessagesThinkingMismatchAllowedInputTransformation: {
    '': 'The model was shown a thinking block that does not fit its place.',
    path: 'Its place in the request, such as `messages.1.content.0`.',
    reason: 'What the block does not fit: model, conversation before it, organisation or end user.',
  },
  MessagesThinkingTurns: { '': 'The thinking of the newest turns.', value: 'How many turns keep it.' },
  MessagesThinkingTypes: { '': 'Which values of `thinking.type` the model takes.' },
  MessagesThreadContinueParams: {
    '': 'Goes on with a thread: history comes from there, and so do `tools` and `system` unless they are sent anew.',
    previous_message_id: 'The `id` of its last answer. 404 `thread_not_found` when that is not kept.',
  },
  MessagesThreadCreateParams: { '': 'Begins a thread, which the `id` of the answer names.' },
  MessagesThreadUnsupportedFeatureName: {
    '': 'Features that a service without threads for them names in `details.unsupported`.',
  },
  MessagesTokenTaskBudget: {
    '': 'Beta: tokens that a whole task may take, over several requests. Only an upstream of this dialect heeds it.',
    total: 'For the whole task.',
    remaining: 'What is left of it, as the client counts. Default: all.',
  },
  MessagesTool: {
    '': "A tool of the client's own: it answers calls with `tool_result` blocks.",
    type: 'Absent or null: `custom`.',
    name: '1 to 128 letters, digits, `_` or `-`; unique in the request. Calls say it.',
    description: 'What it does and when to use it. The model reads this.',
    input_schema: 'JSON Schema of an object, which calls have as `input`.',
    eager_input_streaming: 'Send input as it is written, without buffering.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolAdditionBlock: {
    '': 'Beta: a tool that the model may call from here on.',
    tool: 'Its definition, or a reference to one that was there before.',
  },
  MessagesToolBash20241022: {
    '': 'Beta: a shell at the client. Models of another make are offered it as a function.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolBash20250124: {
    '': 'A shell at the client. Models of another make are offered it as a function.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolChangeMCPToolReference: {
    '': 'A tool of an MCP server. Only an upstream of this dialect heeds it.',
    name: 'As its server calls it.',
    server_name: 'The server, by its `name` in `mcp_servers`.',
  },
  MessagesToolChangeMCPToolsetReference: {
    '': 'All tools of an MCP server. Only an upstream of this dialect heeds it.',
    server_name: 'The server, by its `name` in `mcp_servers`.',
  },
  MessagesToolChangeToolDefinitionParam: {
    '': 'A tool that was not in `tools`.',
    definition: 'As an entry of `tools`.',
  },
  MessagesToolChangeToolReference: {
    '': 'A tool of `tools`, or one that came with a message.',
    name: 'As the model calls it.',
  },
  MessagesToolChoice: {
    '': 'Whether the model may or must call tools. Closed: a choice that is not understood must not be answered as if it were another one.',
  },
  MessagesToolChoiceAny: {
    '': 'At least one call, of any tool.',
    disable_parallel_tool_use: 'True: at most one call (`auto`), or exactly one (`any`, `tool`). Default false.',
  },
  MessagesToolChoiceAuto: {
    '': 'The model decides. Default when tools are given.',
    disable_parallel_tool_use: 'True: at most one call (`auto`), or exactly one (`any`, `tool`). Default false.',
  },
  MessagesToolChoiceNone: { '': 'No calls.' },
  MessagesToolChoiceTool: {
    '': 'A call of the tool `name`.',
    name: 'A tool of `tools`, or one that came with a message.',
    disable_parallel_tool_use: 'True: at most one call (`auto`), or exactly one (`any`, `tool`). Default false.',
  },
  MessagesToolComputerUse20241022: {
    '': 'Beta: mouse, keyboard and screenshots of a desktop at the client. Models of another make are offered it as a function.',
    display_width_px: 'In pixels.',
    display_height_px: 'In pixels.',
    display_number: 'Of X11.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolComputerUse20250124: {
    '': 'Beta: mouse, keyboard and screenshots of a desktop at the client. Models of another make are offered it as a function.',
    display_width_px: 'In pixels.',
    display_height_px: 'In pixels.',
    display_number: 'Of X11.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolComputerUse20251124: {
    '': 'Beta: mouse, keyboard and screenshots of a desktop at the client. Models of another make are offered it as a function.',
    enable_zoom: 'Whether the model may ask for a part of the screen, enlarged.',
    display_width_px: 'In pixels.',
    display_height_px: 'In pixels.',
    display_number: 'Of X11.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolReferenceBlock: {
    '': 'Names a tool of this request; from here on the model may call it.',
    tool_name: 'A tool of `tools`, usually one with `defer_loading`.',
  },
  MessagesToolReferenceBlockParam: {
    '': "Names a tool of this request, in the result of the client's own search for tools; from here on the model may call it.",
    tool_name: 'A tool of `tools`, usually one with `defer_loading`.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesToolRemovalBlock: {
    '': 'Beta: a tool that the model may not call from here on.',
    tool: 'A reference to it.',
  },
  MessagesToolResultBlockParam: {
    '': "What the client's tool answered to a call.",
    tool_use_id: 'The `id` of the call, which stands in the message before.',
    content: 'A string is one text block. Absent or empty: the tool answered nothing.',
    is_error: 'Whether the tool failed; `content` then says how. Default false.',
    toolset_name: 'That of the call.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesToolResultContentBlockParam: { '': 'What a result may hold.' },
  MessagesToolSearchToolBm25_20251119: {
    '': 'Finds deferred tools by words. Only an upstream of this dialect searches; other models are offered all tools at once.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesToolSearchToolRegex20251119: {
    '': 'Finds deferred tools by a pattern. Only an upstream of this dialect searches; other models are offered all tools at once.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesToolSearchToolResultBlock: {
    '': 'What a search for tools found, at an upstream of this dialect.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'The tools, or why there are none.',
  },
  MessagesToolSearchToolResultBlockParam: {
    '': 'What a search for tools found, sent back.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'The tools, or why there are none.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesToolSearchToolResultErrorCode: { '': 'Why nothing was searched.' },
  MessagesToolSearchToolResultErrorObject: { '': 'Nothing was searched.', error_message: 'More about it, in words.' },
  MessagesToolSearchToolSearchResultBlock: { '': 'The tools that were found.' },
  MessagesToolSearchToolSearchResultBlockParam: { '': 'As a request sends it back.' },
  MessagesToolTextEditor20241022: {
    '': 'Beta: an editor for files at the client, with `undo_edit`. Models of another make are offered it as a function.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolTextEditor20250124: {
    '': 'An editor for files at the client, with `undo_edit`. Models of another make are offered it as a function.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolTextEditor20250429: {
    '': 'An editor for files at the client. Models of another make are offered it as a function.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolTextEditor20250728: {
    '': 'An editor for files at the client. Models of another make are offered it as a function.',
    max_characters: 'Longer files are cut when viewed. Null or absent: whole. The client does so.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
    input_examples: 'Inputs as they should be. A model of another make is not shown them, with a warning.',
  },
  MessagesToolUnion: { '': 'An entry of `tools`.' },
  MessagesToolUseBlock: {
    '': 'The model asks the client for a tool.',
    id: 'Names the call: the `tool_use_id` of its result.',
    name: 'The tool, by the name that the request gave it.',
    input: 'The arguments, as the model wrote them: nothing has held them to `input_schema`.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
    toolset_name: 'The toolset that the tool is of.',
  },
  MessagesToolUseBlockParam: {
    '': 'A call of a client tool, as the answer had it. Its result stands in the next message.',
    id: 'Names the call: the `tool_use_id` of its result. Unique in the conversation.',
    name: 'The tool, by the name that the request gave it.',
    input: 'The arguments. Numbers reach the model as they are written, however many digits they have.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
    toolset_name: 'The toolset that the tool is of; absent for others.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesToolUseCaller: { '': 'Who asked for a tool.' },
  MessagesToolUsesKeep: {
    '': 'How many of the newest calls are left alone.',
    value: 'As a trigger: the edit is made above so many. As `keep`: so many of the newest are left alone.',
  },
  MessagesToolsetMemberConfig: {
    '': 'Settings of one member. Default: offered at once.',
    enabled: 'Whether the model may call it. Default true.',
    defer_loading: 'Hidden until a tool search finds it. Default false.',
  },
  MessagesUrlImageSource: {
    '': 'An image or a PDF on the web.',
    url: 'Fetched by the upstream, or by this service where it is set to (`media.fetch`).',
  },
  MessagesUsage: {
    '': 'What a message has cost. Members that official types call required and nullable are optional here: no client needs them at run time.',
    input_tokens: 'Tokens of the prompt that were neither read from nor written to a cache.',
    output_tokens: 'Tokens that the model wrote, thinking included.',
    cache_creation_input_tokens: 'Tokens of the prompt that were written to a cache.',
    cache_read_input_tokens: 'Tokens of the prompt that were read from a cache.',
    server_tool_use: 'How often tools ran at the service; null where none did.',
    output_tokens_details: 'The share of `output_tokens` that was thinking.',
    iterations: 'Beta: one entry a call of a model, where the answer took several.',
    fallback_credit: 'Beta: what became of a `fallback_credit_token`.',
    estimated: 'True where the upstream has not counted: a token for each piece that arrived. Default false.',
    cache_creation: '`cache_creation_input_tokens` by how long the cache keeps them.',
    inference_geo: 'Where the model ran; null when that is not known.',
    service_tier: 'How the request was scheduled; null when that is not known.',
    speed: 'How fast the model was asked to be; null when that was not asked.',
  },
  MessagesUserLocation: {
    '': 'Where the user roughly is.',
    country: 'Two letters of ISO 3166.',
    timezone: 'A name of IANA, such as `Europe/Berlin`.',
  },
  MessagesUserMessageParam: {
    '': 'What the user says, and results of tools. Neighbours of one role count as one turn.',
    content: 'A string is one text block. Not empty. Results stand in the message right behind their calls.',
  },
  MessagesWebFetchBlock: {
    '': 'A page that was fetched.',
    url: 'The address that was fetched.',
    retrieved_at: 'When it was fetched, ISO 8601; null when that is not known.',
  },
  MessagesWebFetchBlockParam: {
    '': 'As a request sends it back.',
    url: 'The address that was fetched.',
    retrieved_at: 'When it was fetched, ISO 8601; null when that is not known.',
  },
  MessagesWebFetchTool20250910: {
    '': 'Fetches pages and PDF files. Runs at an upstream of this dialect; other models are not offered it.',
    citations: 'Whether the model may cite what was fetched. Null or absent: not.',
    max_content_tokens: 'About how many tokens of a page the model is shown at most. Not for PDF files.',
    url_sources: 'Which parts of the conversation may name addresses to fetch. Null or absent: all.',
    allowed_domains: 'Only these domains. Not together with `blocked_domains`.',
    blocked_domains: 'Not these domains. Not together with `allowed_domains`.',
    max_uses: 'Most uses in one request.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesWebFetchTool20260209: {
    '': 'Fetches pages and PDF files. Runs at an upstream of this dialect; other models are not offered it.',
    citations: 'Whether the model may cite what was fetched. Null or absent: not.',
    max_content_tokens: 'About how many tokens of a page the model is shown at most. Not for PDF files.',
    url_sources: 'Which parts of the conversation may name addresses to fetch. Null or absent: all.',
    allowed_domains: 'Only these domains. Not together with `blocked_domains`.',
    blocked_domains: 'Not these domains. Not together with `allowed_domains`.',
    max_uses: 'Most uses in one request.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesWebFetchTool20260309: {
    '': 'Fetches pages and PDF files. Runs at an upstream of this dialect; other models are not offered it.',
    citations: 'Whether the model may cite what was fetched. Null or absent: not.',
    max_content_tokens: 'About how many tokens of a page the model is shown at most. Not for PDF files.',
    url_sources: 'Which parts of the conversation may name addresses to fetch. Null or absent: all.',
    allowed_domains: 'Only these domains. Not together with `blocked_domains`.',
    blocked_domains: 'Not these domains. Not together with `allowed_domains`.',
    max_uses: 'Most uses in one request.',
    use_cache: 'False: fetch anew even what is cached.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesWebFetchTool20260318: {
    '': 'Fetches pages and PDF files. Runs at an upstream of this dialect; other models are not offered it.',
    citations: 'Whether the model may cite what was fetched. Null or absent: not.',
    max_content_tokens: 'About how many tokens of a page the model is shown at most. Not for PDF files.',
    url_sources: 'Which parts of the conversation may name addresses to fetch. Null or absent: all.',
    allowed_domains: 'Only these domains. Not together with `blocked_domains`.',
    blocked_domains: 'Not these domains. Not together with `allowed_domains`.',
    max_uses: 'Most uses in one request.',
    use_cache: 'False: fetch anew even what is cached.',
    response_inclusion: 'Whether the answer has results that went to code of the model, not to itself. Default `full`.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesWebFetchToolResultBlock: {
    '': 'What became of a fetch, at an upstream of this dialect.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
    content: 'The page, or why there is none.',
  },
  MessagesWebFetchToolResultBlockParam: {
    '': 'What became of a fetch, sent back. Other models are shown the words of the page.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
    content: 'The page, or why there is none.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesWebFetchToolResultErrorBlockParam: { '': 'As a request sends it back.' },
  MessagesWebFetchToolResultErrorCode: { '': 'Why a page was not fetched.' },
  MessagesWebFetchURLSourceAll: { '': 'All of them.' },
  MessagesWebFetchURLSourceExcept: { '': 'The results of all tools but these.' },
  MessagesWebFetchURLSourceNone: { '': 'None of them.' },
  MessagesWebFetchURLSourceOnly: { '': 'The results of these tools alone.' },
  MessagesWebFetchURLSourceToolReference: { '': 'A tool of this request.' },
  MessagesWebFetchURLSources: {
    '': 'Which parts of the conversation may name addresses to fetch. Absent: every part.',
    client_tool_results: 'Results of which tools of the client.',
    server_tool_results: 'Results of which server tools. Only those of `web_search` and `web_fetch` name any.',
    user_input: 'What users say: all of it, or none.',
  },
  MessagesWebSearchResultBlockParam: {
    '': 'As a request sends it back.',
    encrypted_content: 'What the model reads of the page. Opaque: sent back unchanged.',
    page_age: 'The date of the page, in words; null when that is not known.',
  },
  MessagesWebSearchTool20250305: {
    '': 'Searches the web. Runs at an upstream of this dialect; other models are not offered it.',
    user_location: 'Where the user roughly is, for results that fit.',
    allowed_domains: 'Only these domains. Not together with `blocked_domains`.',
    blocked_domains: 'Not these domains. Not together with `allowed_domains`.',
    max_uses: 'Most uses in one request.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesWebSearchTool20260209: {
    '': 'Searches the web. Runs at an upstream of this dialect; other models are not offered it.',
    user_location: 'Where the user roughly is, for results that fit.',
    allowed_domains: 'Only these domains. Not together with `blocked_domains`.',
    blocked_domains: 'Not these domains. Not together with `allowed_domains`.',
    max_uses: 'Most uses in one request.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesWebSearchTool20260318: {
    '': 'Searches the web. Runs at an upstream of this dialect; other models are not offered it.',
    user_location: 'Where the user roughly is, for results that fit.',
    allowed_domains: 'Only these domains. Not together with `blocked_domains`.',
    blocked_domains: 'Not these domains. Not together with `allowed_domains`.',
    max_uses: 'Most uses in one request.',
    response_inclusion: 'Whether the answer has results that went to code of the model, not to itself. Default `full`.',
    allowed_callers:
      'Who may call it. Default: the model (`direct`). No code runs here that could, so a model of another make calls it itself.',
    cache_control: 'Ends a prompt prefix worth caching with this tool.',
    defer_loading:
      'Hidden from the model until a tool search finds it. Default false. A model of another make is offered it at once.',
    strict: 'The input must fit the schema. Default false.',
  },
  MessagesWebSearchToolRequestErrorObject: { '': 'As a request sends it back.' },
  MessagesWebSearchToolResultBlock: {
    '': 'What a search of the web found, at an upstream of this dialect.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'Hits, or why there are none.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
  },
  MessagesWebSearchToolResultBlockContent: { '': 'Hits, or why there are none.' },
  MessagesWebSearchToolResultBlockParam: {
    '': 'What a search found, sent back. Other models are shown titles and addresses.',
    tool_use_id: 'The `id` of the `server_tool_use` that this answers.',
    content: 'Hits, or why there are none.',
    caller: 'Who calls: the model, or code that it wrote. Absent: the model.',
    cache_control: 'Ends a prompt prefix worth caching with this block.',
  },
  MessagesWebSearchToolResultErrorCode: { '': 'Why nothing was searched.' },
};
