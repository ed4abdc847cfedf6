import { LlamaGrammar, LlamaGrammarEvaluationState, type Llama, type LlamaModel } from 'node-llama-cpp';

const mostKept = 32;

/** Parsed grammars by owner and text: agents send the same tools again and again. What one owner sent is never looked up for another. */
export class GrammarCache {
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #kept = new Map<string, LlamaGrammar>();

  constructor(llama: Llama, model: LlamaModel) {
    this.#llama = llama;
    this.#model = model;
  }

  /** A grammar, which is kept for later. Throws an Error for one that the engine does not accept. */
  prepare(owner: string, text: string): LlamaGrammar {
    const key = `${owner}\0${text}`;
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const grammar = kept ?? new LlamaGrammar(this.#llama, { grammar: text });
    this.#kept.set(key, grammar);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return grammar;
  }

  /** A fresh state at the start of the grammar. Throws like {@link prepare}. */
  start(owner: string, text: string): LlamaGrammarEvaluationState {
    return new LlamaGrammarEvaluationState({ model: this.#model, grammar: this.prepare(owner, text) });
  }
}
