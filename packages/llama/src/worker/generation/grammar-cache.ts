import { LlamaGrammar, LlamaGrammarEvaluationState, type Llama, type LlamaModel } from 'node-llama-cpp';

const maxGrammars = 32;

/** Parsed grammars by owner and text, because agents send the same tools repeatedly. Owners never share entries. */
export class GrammarCache {
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #cached = new Map<string, LlamaGrammar>();

  constructor(llama: Llama, model: LlamaModel) {
    this.#llama = llama;
    this.#model = model;
  }

  /** Returns a cached grammar. Throws an Error for a grammar that the engine does not accept. */
  prepare(owner: string, text: string): LlamaGrammar {
    const key = `${owner}\0${text}`;
    const cached = this.#cached.get(key);
    this.#cached.delete(key);
    const grammar = cached ?? new LlamaGrammar(this.#llama, { grammar: text });
    this.#cached.set(key, grammar);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > maxGrammars && oldest !== undefined) this.#cached.delete(oldest);
    return grammar;
  }

  /** A fresh state at the start of the grammar. Throws like {@link prepare}. */
  start(owner: string, text: string): LlamaGrammarEvaluationState {
    return new LlamaGrammarEvaluationState({ model: this.#model, grammar: this.prepare(owner, text) });
  }
}
