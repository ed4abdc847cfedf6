// Compares the schemas with the official SDK's types. A new SDK version that adds a field, type or value fails here
// by name, and so does an undocumented difference of this package.
import * as ours from '#src/responses.js';
import { compareWithSdk } from '../drift/compare-with-sdk.js';
import { SdkTypes } from '../drift/sdk-shape.js';
import { deliberateDifferences } from './sdk-omissions.js';

const sdk = new SdkTypes('openai', [
  'resources/responses/responses.d.ts',
  'resources/responses/input-items.d.ts',
  'resources/responses/input-tokens.d.ts',
  'resources/conversations/conversations.d.ts',
  'resources/conversations/items.d.ts',
  'resources/files.d.ts',
  'resources/vector-stores/vector-stores.d.ts',
  'resources/vector-stores/file-batches.d.ts',
  'resources/models.d.ts',
  'core/pagination.d.ts',
]);

/** Its types have names that those of `/v1/files` have, too. */
const vectorStoreFiles = new SdkTypes('openai', ['resources/vector-stores/files.d.ts']);

const found = [
  ...compareWithSdk(vectorStoreFiles, [
    ['VectorStoreFile', ours.vectorStoreFileSchema],
    ['VectorStoreFileDeleted', ours.vectorStoreFileDeletedSchema],
    ['FileCreateParams', ours.vectorStoreFileCreateParamsSchema],
    ['FileContentResponse', ours.vectorStoreFileContentSchema],
  ]),
  ...compareWithSdk(sdk, [
    ['ResponseCreateParamsBase', ours.responseCreateParamsSchema],
    ['ResponseRetrieveParamsBase', ours.responseRetrieveParamsSchema],
    ['ResponseInputItem', ours.responseInputItemSchema],
    ['Tool', ours.toolSchema],
    ['Response', ours.responseSchema],
    ['ResponseOutputItem', ours.responseOutputItemSchema],
    ['ResponseStreamEvent', ours.responseStreamEventSchema],
    ['ResponsesClientEvent', ours.responsesClientEventSchema],
    ['ResponsesServerEvent', ours.responsesServerEventSchema],
    ['ResponseCompactParams', ours.responseCompactParamsSchema],
    ['CompactedResponse', ours.compactedResponseSchema],
    ['ResponseItemList', ours.responseItemListSchema],
    ['InputTokenCountParams', ours.inputTokenCountParamsSchema],
    ['InputTokenCountResponse', ours.inputTokenCountResponseSchema],
    ['Conversation', ours.conversationSchema],
    ['ConversationCreateParams', ours.conversationCreateParamsSchema],
    ['ConversationUpdateParams', ours.conversationUpdateParamsSchema],
    ['ConversationDeletedResource', ours.conversationDeletedResourceSchema],
    ['ConversationItemList', ours.conversationItemListSchema],
    ['FileObject', ours.fileObjectSchema],
    ['FileCreateParams', ours.fileCreateParamsSchema],
    ['FileListParams', ours.fileListParamsSchema],
    ['FileDeleted', ours.fileDeletedSchema],
    ['Model', ours.modelSchema],
    ['InputItemListParams', ours.listParamsSchema],
    ['ItemListParams', ours.listParamsSchema],
    ['ItemCreateParams', ours.itemCreateParamsSchema],
    ['VectorStore', ours.vectorStoreSchema],
    ['VectorStoreDeleted', ours.vectorStoreDeletedSchema],
    ['VectorStoreCreateParams', ours.vectorStoreCreateParamsSchema],
    ['VectorStoreUpdateParams', ours.vectorStoreUpdateParamsSchema],
    ['VectorStoreListParams', ours.vectorStoreListParamsSchema],
    ['VectorStoreSearchParams', ours.vectorStoreSearchParamsSchema],
    ['VectorStoreSearchResponse', ours.vectorStoreSearchResponseSchema],
    ['VectorStoreFileBatch', ours.vectorStoreFileBatchSchema],
    ['FileBatchCreateParams', ours.fileBatchCreateParamsSchema],
  ]),
];

describe('the schemas and the types of the pinned SDK', () => {
  it('differ nowhere but where a reason is written down', () => {
    expect(found.filter((difference) => !deliberateDifferences.some(({ where }) => where.test(difference)))).toEqual(
      [],
    );
  });

  it.each(deliberateDifferences)('still differ where the reason is: $reason', ({ where }) => {
    expect(found.filter((difference) => where.test(difference))).not.toEqual([]);
  });
});
