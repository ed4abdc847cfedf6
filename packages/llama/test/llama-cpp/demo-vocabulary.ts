import { demoModelPath } from '@org/demo-model';
import { getLlama, LlamaLogLevel, type LlamaModel } from 'node-llama-cpp';

/** Gives the tests of a `describe` the built-in model without its weights. */
export function useDemoVocabulary(give: (model: LlamaModel) => void): void {
  let model: LlamaModel | undefined;
  beforeAll(async () => {
    const llama = await getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      maxThreads: 1,
      logLevel: LlamaLogLevel.error,
    });
    model = await llama.loadModel({ modelPath: demoModelPath, vocabOnly: true });
    give(model);
  }, 30_000);
  afterAll(() => model?.llama.dispose());
}
