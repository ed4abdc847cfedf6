/** Whether a refusal is over reasoning that stands in the conversation in plain words, or over items of reasoning at all. */
export function refusesPlainReasoning(text: string): boolean {
  return wordings.some((wording) => wording.test(text));
}

/** Whether a refusal is over an item of reasoning that says no words; llama.cpp takes those that do. */
export function refusesWordlessReasoning(text: string): boolean {
  return wordless.test(text);
}

const wordless = /item\['content'\] is (?:not an array|empty)/i;

/** How OpenAI words it, Anthropic, llama.cpp, SGLang, Ollama, and servers whose checks are of pydantic or in Rust. */
const wordings = [
  /\.content'?: array too long\. Expected an array with maximum length 0/i,
  /'rs_[^']{1,400}' (?:not found|of type 'reasoning' was provided without)/i,
  /thinking\.signature: Field required|invalid \W?signature\W? in \W?thinking/i,
  wordless,
  /(?:unknown|unsupported) (?:\w+ ){0,4}(?:item )?type:?\W{1,8}reasoning\b/i,
  /(?:input tag|unknown variant|invalid value:?)\W{1,4}reasoning\b/i,
  /\breasoning (?:input )?items?\b[^\n]{0,60}(?:not (?:supported|allowed|accepted|permitted)|unsupported)/i,
];
