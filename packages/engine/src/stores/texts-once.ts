// What a turn says stands in it again and again: in the model's parts, in its items, in what went over the wire. On disk
// a long text stands once, and a reference wherever it comes again: half the pages to encrypt, write and copy.

/** From so many characters on a text is long. A reference takes a few. */
const shortest = 24;

/** Begins every reference, and stands before every text that would else be taken for one. */
const mark = '=';

/** Long texts and their numbers, in the order in which they first stood somewhere. */
export type LongTexts = Map<string, number>;

/** Adds the long texts of a JSON value. */
export function addLongTexts(value: unknown, texts: LongTexts): LongTexts {
  if (typeof value === 'string') addText(value, texts);
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) addLongTexts(member, texts);
  return texts;
}

function addText(text: string, texts: LongTexts): void {
  if (text.length >= shortest && !texts.has(text)) texts.set(text, texts.size);
}

/** JSON text of `value`, with a reference for each of `texts`. Its own long texts are added to them. */
export function writeOnce(value: unknown, texts: LongTexts): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'string') return member;
    const number = texts.get(member);
    if (number !== undefined) return `${mark}${number}`;
    addText(member, texts);
    return member.startsWith(mark) ? `${mark}${member}` : member;
  });
}

/** The value of which {@link writeOnce} made `json`, given the texts that it was given. */
export function readOnce(json: string, texts: LongTexts): unknown {
  const numbered = [...texts.keys()];
  const add = (text: string): string => {
    if (text.length >= shortest) numbered.push(text);
    return text;
  };
  return JSON.parse(json, (_key, member: unknown) => {
    if (typeof member !== 'string') return member;
    if (!member.startsWith(mark)) return add(member);
    const rest = member.slice(mark.length);
    return rest.startsWith(mark) ? add(rest) : numbered[Number(rest)];
  });
}
