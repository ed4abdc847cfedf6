import { LlamaGrammar, LlamaGrammarEvaluationState, type Llama, type LlamaModel } from 'node-llama-cpp';

const mostKept = 32;

/** Parsed grammars by their text: agents send the same tools again and again. */
export class GrammarCache {
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #kept = new Map<string, LlamaGrammar>();

  constructor(llama: Llama, model: LlamaModel) {
    this.#llama = llama;
    this.#model = model;
  }

  /** Parses a grammar for later. Throws an Error for one that the engine does not accept. */
  prepare(text: string): void {
    this.#grammar(text);
  }

  /** A fresh state at the start of the grammar. Throws like {@link prepare}. */
  start(text: string): LlamaGrammarEvaluationState {
    return new LlamaGrammarEvaluationState({ model: this.#model, grammar: this.#grammar(text) });
  }

  #grammar(text: string): LlamaGrammar {
    const kept = this.#kept.get(text);
    this.#kept.delete(text);
    const grammar = kept ?? new LlamaGrammar(this.#llama, { grammar: text });
    this.#kept.set(text, grammar);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return grammar;
  }
}
