// Reads the XML of Office files. A file has millions of elements, for each of which a DOM takes a kilobyte, so this is a
// tree of names, attributes and texts. Entities that a document declares itself are not expanded.
import { DocumentError } from '../document-error.js';

/** An element of an XML document. */
export interface XmlNode {
  /** Without its prefix: `p` for `w:p`. */
  readonly name: string;
  /** As they are written: ` r="A1" t="s"`. */
  readonly attributes: string;
  readonly children: readonly XmlNode[];
  /** The text directly within it. */
  readonly text: string;
}

interface OpenNode extends XmlNode {
  readonly children: OpenNode[];
  text: string;
}

/** Marks that are not elements, by their start, and their ends. */
const otherMarks: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
];
const cdata = { start: '<![CDATA[', end: ']]>' };
const tag = /<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*)>/y;

/** The root of an XML text; its children are the elements of the document. Throws a {@link DocumentError}. */
export function parseXml(text: string): XmlNode {
  const root: OpenNode = { name: '', attributes: '', children: [], text: '' };
  const open: OpenNode[] = [root];
  for (let at = 0; at < text.length;) {
    const start = text.indexOf('<', at);
    const node = open.at(-1) ?? root;
    const end = start < 0 ? text.length : start;
    if (end > at) node.text += decoded(text.slice(at, end));
    if (start < 0) break;
    at = text.startsWith(cdata.start, start)
      ? readCdata(text, start, node)
      : (skipOther(text, start) ?? readTag(text, start, open));
  }
  return root;
}

/** Elements with this name among the children of `node`. */
export function childrenNamed(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.filter((child) => child.name === name);
}

/** The first element that the names lead to, from child to child. */
export function childAt(node: XmlNode, ...names: readonly string[]): XmlNode | undefined {
  return names.reduce<XmlNode | undefined>((at, name) => at?.children.find((child) => child.name === name), node);
}

/** All elements with this name below `node`, in the order of the document. */
export function* descendantsNamed(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === name) yield child;
    yield* descendantsNamed(child, name);
  }
}

/** The value of an attribute by its name, with or without its prefix; prefixes differ between writers. */
export function attributeOf(node: XmlNode | undefined, name: string): string | undefined {
  if (node === undefined) return undefined;
  for (const [, key = '', double, single] of node.attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (key === name || key.endsWith(`:${name}`)) return decoded(double ?? single ?? '');
  return undefined;
}

function readTag(text: string, start: number, open: OpenNode[]): number {
  tag.lastIndex = start;
  const [found, closes, fullName = '', attributes = ''] = tag.exec(text) ?? [];
  if (found === undefined) throw new DocumentError('invalid_file', 'The file has damaged XML.');
  if (closes === '/') {
    if (open.length > 1) open.pop();
    return start + found.length;
  }
  const node: OpenNode = { name: fullName.slice(fullName.indexOf(':') + 1), attributes, children: [], text: '' };
  open.at(-1)?.children.push(node);
  if (!attributes.endsWith('/')) open.push(node);
  return start + found.length;
}

function readCdata(text: string, start: number, node: OpenNode): number {
  const end = text.indexOf(cdata.end, start);
  node.text += text.slice(start + cdata.start.length, end < 0 ? undefined : end);
  return end < 0 ? text.length : end + cdata.end.length;
}

/** Where a comment, a declaration or an instruction ends; undefined where there is none. */
function skipOther(text: string, start: number): number | undefined {
  const mark = otherMarks.find(([begin]) => text.startsWith(begin, start));
  if (mark === undefined) return undefined;
  const end = text.indexOf(mark[1], start);
  return end < 0 ? text.length : end + mark[1].length;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (entity, hex?: string, decimal?: string, name = '') => {
      if (hex === undefined && decimal === undefined) return named[name] ?? entity;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10_ff_ff ? entity : String.fromCodePoint(code);
    },
  );
}
