/** The branches after the characters read so far; `true` where they form one of the texts. */
type Branch = Map<number, Branch | true>;

/**
 * A trie of texts that others may begin or end with. A lookup takes as many steps as the text shares characters with
 * one of them.
 */
export class TextTrie {
  readonly #root: Branch = new Map();

  constructor(texts: Iterable<string>) {
    for (const text of texts) add(this.#root, text);
  }

  /**
   * Whether one of the texts starts with the character at `at` and continues by `step`: 1 reads forwards, -1
   * backwards.
   */
  matchesAt(text: string, at: number, step: 1 | -1): boolean {
    let branch: Branch | true | undefined = this.#root;
    for (let index = at; branch !== undefined && index >= 0 && index < text.length; index += step) {
      branch = branch.get(text.charCodeAt(index));
      if (branch === true) return true;
    }
    return false;
  }
}

/** A text that starts with an existing text adds nothing. */
function add(root: Branch, text: string): void {
  let branch = root;
  for (let at = 0; at < text.length - 1; at += 1) {
    const next: Branch | true = branch.get(text.charCodeAt(at)) ?? new Map();
    if (next === true) return;
    branch.set(text.charCodeAt(at), next);
    branch = next;
  }
  if (text !== '') branch.set(text.charCodeAt(text.length - 1), true);
}
