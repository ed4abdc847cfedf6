/** So many characters of a refusal are looked at: a server that says more repeats what it was sent. */
const most = 8_000;

/** Where servers begin to repeat what they were sent, or what their model wrote: libraries that check requests, llama.cpp and Groq. A number or one word is no text. */
const repeated = /\\*['"](?:input|failed_generation)\\*['"]: ?(?!(?:None|null|[Tt]rue|[Ff]alse|-?[\d.]+|\\*['"][\w.-]{0,40}\\*['"])\s*[,}])|; ?(?:messages|tools) = /;

/** What a server says itself when it refuses a request. What clients wrote may be anything, such as the words of another refusal. */
export function ownWords(text: string): string {
  const beginning = text.slice(0, most);
  const at = beginning.search(repeated);
  return at === -1 ? beginning : beginning.slice(0, at);
}
