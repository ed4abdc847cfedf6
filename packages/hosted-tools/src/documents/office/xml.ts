// The part of linkedom's XML that the readers of Office files need. Names are compared without their prefixes.
import { DOMParser } from 'linkedom';

/** An element, a text, or another node of an XML document. */
export interface XmlNode {
  /** 1: an element. 3 and 4: text. */
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<XmlNode>;
  getAttribute?(name: string): string | null;
}

/** The nodes of an XML text. Entities that the document declares itself are not expanded. */
export function parseXml(text: string): XmlNode {
  return new DOMParser().parseFromString(text, 'text/xml');
}

/** The name of a node without its prefix: `p` for `w:p`. */
export function nameOf({ nodeName }: XmlNode): string {
  return nodeName.slice(nodeName.indexOf(':') + 1);
}

/** Elements with this name among the children of `node`. */
export function childrenNamed(node: XmlNode, name: string): readonly XmlNode[] {
  return [...node.childNodes].filter((child) => child.nodeType === 1 && nameOf(child) === name);
}

/** The first element that the names lead to, from child to child. */
export function childAt(node: XmlNode, ...names: readonly string[]): XmlNode | undefined {
  return names.reduce<XmlNode | undefined>(
    (at, name) => (at === undefined ? undefined : childrenNamed(at, name)[0]),
    node,
  );
}

/** All elements with this name below `node`, in the order of the document. */
export function* descendantsNamed(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.childNodes) {
    if (child.nodeType !== 1) continue;
    if (nameOf(child) === name) yield child;
    yield* descendantsNamed(child, name);
  }
}

/** The value of an attribute, whatever its prefix is. */
export function attributeOf(node: XmlNode | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = node?.getAttribute?.(name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
