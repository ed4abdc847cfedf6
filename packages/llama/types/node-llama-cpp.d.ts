// The part of node-llama-cpp's types that this package uses. `paths` in the tsconfig files names them after the types of the library
// itself, so the compiler reads them only where the optional dependency is not installed. A test compiles against them.

export type Token = number & { __token: never };

export declare enum LlamaLogLevel {
  disabled = 'disabled',
  fatal = 'fatal',
  error = 'error',
  warn = 'warn',
  info = 'info',
  log = 'log',
  debug = 'debug',
}

export declare enum LlamaVocabularyType {
  none = 'none',
  spm = 'spm',
  bpe = 'bpe',
  wpm = 'wpm',
  ugm = 'ugm',
  rwkv = 'rwkv',
  plamo2 = 'plamo2',
}

type GpuType = 'metal' | 'cuda' | 'vulkan';

export declare function getLlama(options: {
  readonly gpu?: 'auto' | GpuType | false;
  readonly build?: 'auto' | 'never' | 'forceRebuild' | 'try';
  readonly skipDownload?: boolean;
  readonly progressLogs?: boolean;
  readonly maxThreads?: number;
  readonly logLevel?: LlamaLogLevel;
  readonly logger?: (level: LlamaLogLevel, message: string) => void;
}): Promise<Llama>;

export declare function getLlamaGpuTypes(include?: 'supported' | 'allValid'): Promise<(GpuType | false)[]>;

export interface Llama {
  readonly gpu: GpuType | false;
  loadModel(options: {
    readonly modelPath: string;
    readonly gpuLayers?: number | 'auto' | 'max' | { readonly fitContext?: { readonly contextSize?: number } };
    readonly vocabOnly?: boolean;
  }): Promise<LlamaModel>;
  getGpuDeviceNames(): Promise<string[]>;
  dispose(): Promise<void>;
}

export interface LlamaModel {
  readonly llama: Llama;
  readonly tokenizer: Tokenizer;
  readonly gpuLayers: number;
  readonly vocabularyType: LlamaVocabularyType;
  readonly fileInfo: { readonly metadata: { readonly tokenizer: { readonly chat_template?: string } } };
  readonly fileInsights: { readonly totalLayers: number };
  readonly tokens: {
    readonly bos: Token | null;
    readonly bosString: string | null;
    readonly eosString: string | null;
    readonly shouldPrependBosToken: boolean;
  };
  createContext(options: {
    readonly contextSize?: number;
    readonly sequences?: number;
    readonly threads?: number;
    readonly flashAttention?: 'auto' | boolean;
    readonly experimentalKvCacheKeyType?: 'F16' | 'Q8_0' | 'Q4_0';
    readonly experimentalKvCacheValueType?: 'F16' | 'Q8_0' | 'Q4_0';
    readonly batching?: { readonly dispatchSchedule?: 'nextCycle' | ((dispatch: () => void) => void) };
  }): Promise<LlamaContext>;
  createEmbeddingContext(options: RetrievalContextOptions): Promise<LlamaEmbeddingContext>;
  createRankingContext(options: RetrievalContextOptions): Promise<LlamaRankingContext>;
  tokenize(text: string, specialTokens?: boolean, options?: 'trimLeadingSpace'): Token[];
  detokenize(tokens: readonly Token[], specialTokens?: boolean, lastTokens?: readonly Token[]): string;
  iterateAllTokens(): Generator<Token, void, unknown>;
  isEogToken(token: Token | undefined): boolean;
  getTokenAttributes(token: Token): {
    readonly control: boolean;
    readonly userDefined: boolean;
    readonly unknown: boolean;
    readonly lstrip: boolean;
    readonly rstrip: boolean;
  };
}

interface RetrievalContextOptions {
  readonly contextSize?: number;
  readonly batchSize?: number;
  readonly threads?: number;
}

export interface LlamaEmbeddingContext {
  getEmbeddingFor(input: Token[] | string): Promise<{ readonly vector: readonly number[] }>;
  calculateInputLength(input: Token[] | string): number;
}

export interface LlamaRankingContext {
  rank(query: Token[] | string, document: Token[] | string): Promise<number>;
  calculateInputLength(query: Token[] | string, document: Token[] | string): number;
}

interface Tokenizer {
  (text: string, specialTokens?: boolean, options?: 'trimLeadingSpace'): Token[];
}

export interface LlamaContext {
  getSequence(): LlamaContextSequence;
}

export interface ContextShiftOptions {
  strategy?: (...args: readonly unknown[]) => Token[] | Promise<Token[]>;
}

export interface SequenceEvaluateOptions {
  temperature?: number;
  minP?: number;
  topK?: number;
  topP?: number;
  seed?: number;
  xtc?: { probability: number; threshold: number };
  grammarEvaluationState?: LlamaGrammarEvaluationState | (() => LlamaGrammarEvaluationState | undefined);
  repeatPenalty?: {
    punishTokens: Token[] | (() => Token[]);
    maxPunishTokens?: number;
    penalty?: number;
    presencePenalty?: number;
    frequencyPenalty?: number;
  };
  tokenBias?: TokenBias | (() => TokenBias);
  contextShift?: ContextShiftOptions;
}

export interface LlamaContextSequence {
  readonly model: LlamaModel;
  readonly nextTokenIndex: number;
  compareContextTokens(tokens: Token[]): { firstDifferentIndex: number };
  adaptStateToTokens(tokens: Token[], allowShift?: boolean): Promise<void>;
  clearHistory(): Promise<void>;
  evaluate(
    tokens: Token[],
    options?: SequenceEvaluateOptions,
  ): AsyncGenerator<Token, void, undefined | Token | Token[]>;
  evaluateWithoutGeneratingNewTokens(tokens: Token[], options?: { contextShift?: ContextShiftOptions }): Promise<void>;
  controlledEvaluate(
    input: (Token | [token: Token, options: object])[],
    options?: { contextShift?: ContextShiftOptions },
  ): Promise<
    (undefined | { readonly next: { token?: Token | null; logits?: Map<Token, number>; totalLogitWeight?: number } })[]
  >;
}

export declare class TokenBias {
  constructor(tokenizer: Tokenizer);
  set(input: Token | Token[] | string, bias: 'never' | number): this;
}

export declare class LlamaGrammar {
  constructor(llama: Llama, options: { readonly grammar: string });
  get grammar(): string;
}

export declare class LlamaGrammarEvaluationState {
  constructor(options: { readonly model: LlamaModel; readonly grammar: LlamaGrammar });
  clone(): LlamaGrammarEvaluationState;
}
