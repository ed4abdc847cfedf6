import { posix } from 'node:path';
import { attributeOf, descendantsNamed, parseXml } from './xml.js';

/** Names of the entries that the ids of a part's relations lead to. `part`: such as `xl/workbook.xml`. */
export function relationsOf(part: string, xml: string | undefined): ReadonlyMap<string, string> {
  if (xml === undefined) return new Map();
  const relations = [...descendantsNamed(parseXml(xml), 'Relationship')].flatMap((relation): [string, string][] => {
    const id = attributeOf(relation, 'Id');
    const target = attributeOf(relation, 'Target');
    return id === undefined || target === undefined ? [] : [[id, entryName(part, target)]];
  });
  return new Map(relations);
}

/** The entry that holds the relations of a part. */
export function relationsEntry(part: string): string {
  return `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`;
}

function entryName(part: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);
}
