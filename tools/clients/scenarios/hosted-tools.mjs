// The calls of hosted tools that the scripted model makes, and the text that it writes after each result.

/**
 * @typedef {object} HostedPlay
 * @property {string} name type of the tool in the responses API
 * @property {string} question what the user asks
 * @property {{ name: string, input: object }} call what the model calls
 * @property {string} text what the model writes after the result
 * @property {string} shown the same text as clients read it, without the number of a source
 */

/** The service of the check has no embedding model. */
export const lexicalOnly = /^ignored embedding: the vector store has no embedding model/;

/** @type {HostedPlay} */
export const webSearch = {
  name: 'web_search',
  question: 'How long do oak doors last?',
  call: { name: 'web_search', input: { query: 'oak doors' } },
  text: 'A century [1].',
  shown: 'A century.',
};

/** @type {HostedPlay} */
export const fileSearch = {
  name: 'file_search',
  question: 'When do hinges squeak?',
  call: { name: 'file_search', input: { query: 'hinges squeak' } },
  text: 'In winter [1].',
  shown: 'In winter.',
};

/** @type {HostedPlay} */
export const code = {
  name: 'code_interpreter',
  question: 'Add the numbers.',
  call: {
    name: 'python',
    input: { code: "total = 20 + 22\nopen('sum.txt', 'w').write(str(total))\nprint(total)" },
  },
  text: 'The sum is in sum.txt.',
  shown: 'The sum is in sum.txt.',
};

/** @returns {HostedPlay} */
export function webFetch(pageUrl) {
  return {
    name: 'web_fetch',
    question: `When do hinges squeak? See ${pageUrl}`,
    call: { name: 'web_fetch', input: { url: pageUrl } },
    text: 'In winter.',
    shown: 'In winter.',
  };
}

/** The steps of the model for `times` requests, each with one call. */
export function repeated({ call, text }, times) {
  return Array.from({ length: times }, () => [{ calls: [call] }, { text }]).flat();
}
