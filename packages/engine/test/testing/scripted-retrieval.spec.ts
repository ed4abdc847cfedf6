import {
  createScriptedEmbeddingModel,
  createScriptedRerankModel,
  wordToken,
} from '#src/testing/scripted/scripted-retrieval.js';
import { describeEmbeddingModelContract } from '#src/testing/contracts/embedding-model-contract.js';
import { describeRerankModelContract } from '#src/testing/contracts/rerank-model-contract.js';

const close = async (): Promise<void> => undefined;

describeEmbeddingModelContract('scripted', {
  create: () => ({ model: createScriptedEmbeddingModel({ name: 'words', maxWords: 20 }), close }),
  tooLong: 'word '.repeat(21),
  dimensions: { possible: 8, impossible: 65 },
  tokens: { text: 'Tokyo', tokens: [wordToken('Tokyo')] },
});

describeRerankModelContract('scripted', {
  create: () => ({ model: createScriptedRerankModel({ name: 'words', maxWords: 20 }), close }),
  tooLong: 'word '.repeat(21),
});
