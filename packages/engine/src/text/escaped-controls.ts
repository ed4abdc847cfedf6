/** Where a text begins, ends, or goes on behind a sign for one character, and what no parser takes in it. */
// oxlint-disable-next-line no-control-regex
const signsInText = /["\\\u0000-\u001F]/g;
const firstVisible = /\S/;

/**
 * A JSON object that comes in pieces, with an escape in the place of each line break, tab and the like that stands in one of its texts:
 * some models write them raw, and no parser takes them. All else stays as it is, and so does what is no object.
 */
export class EscapedControls {
  #isObject: boolean | undefined;
  #quoted = false;
  /** The next character stands for itself. */
  #escaped = false;

  push(json: string): string {
    this.#isObject ??= startsObject(json);
    if (this.#isObject !== true) return json;
    let escaped = '';
    let consumed = 0;
    for (let at = 0; at < json.length;) {
      if (this.#escaped) {
        this.#escaped = false;
        at += 1;
        continue;
      }
      const found = this.#quoted ? nextSign(json, at) : json.indexOf('"', at);
      if (found < 0) break;
      const sign = json.charAt(found);
      if (sign === '"') this.#quoted = !this.#quoted;
      else if (sign === '\\') this.#escaped = true;
      else {
        escaped += json.slice(consumed, found) + JSON.stringify(sign).slice(1, -1);
        consumed = found + 1;
      }
      at = found + 1;
    }
    return consumed === 0 ? json : escaped + json.slice(consumed);
  }
}

function startsObject(json: string): boolean | undefined {
  const first = firstVisible.exec(json)?.[0];
  return first === undefined ? undefined : first === '{';
}

function nextSign(json: string, from: number): number {
  signsInText.lastIndex = from;
  return signsInText.exec(json)?.index ?? -1;
}
