import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { isEqualJson, numberText } from './decimal.js';
import { typesIn } from './schema-keywords.js';

/**
 * True where no value can match both schemas according to their own keywords: other types, other values, or a
 * distinguishing required property. A grammar cannot count how many alternatives match, so `oneOf` needs this check.
 */
export function areDisjoint(a: JsonObject, b: JsonObject): boolean {
  const [valuesA, valuesB] = [valuesOf(a), valuesOf(b)];
  if (valuesA !== undefined && valuesB !== undefined)
    return !valuesA.some((value) => valuesB.some((other) => isEqualJson(value, other)));
  if (!shareType(kindsOf(a, valuesA), kindsOf(b, valuesB))) return true;
  return (
    onlyObjects(a, valuesA) &&
    onlyObjects(b, valuesB) &&
    (areDiscriminated(a, b) || areDiscriminated(b, a) || missesRequiredMember(a, b) || missesRequiredMember(b, a))
  );
}

function valuesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return isList(schema['enum']) ? schema['enum'] : undefined;
}

/** The types that a schema allows; empty means all. */
function kindsOf(schema: JsonObject, values: readonly JsonValue[] | undefined): readonly string[] {
  return values === undefined ? typesIn(schema['type']) : values.map(typeOf);
}

function shareType(a: readonly string[], b: readonly string[]): boolean {
  return (
    a.length === 0 ||
    b.length === 0 ||
    a.some((kind) => b.some((other) => other === kind || (isNumeric(kind) && isNumeric(other))))
  );
}

function isNumeric(type: string): boolean {
  return type === 'number' || type === 'integer';
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (numberText(value) !== undefined) return 'number';
  return isList(value) ? 'array' : typeof value;
}

function onlyObjects(schema: JsonObject, values: readonly JsonValue[] | undefined): boolean {
  const kinds = kindsOf(schema, values);
  return kinds.length === 1 && kinds[0] === 'object';
}

/** A property that `a` requires has no value that both allow. */
function areDiscriminated(a: JsonObject, b: JsonObject): boolean {
  const [ofA, ofB] = [propertiesOf(a), propertiesOf(b)];
  return requiredBy(a).some((name) => {
    const [first, second] = [own(ofA, name), own(ofB, name)];
    return isObject(first) && isObject(second) && areDisjoint(first, second);
  });
}

/** `a` requires a property that `b` forbids. */
function missesRequiredMember(a: JsonObject, b: JsonObject): boolean {
  const properties = propertiesOf(b);
  return requiredBy(a).some(
    (name) =>
      own(properties, name) === false ||
      (b['additionalProperties'] === false &&
        own(properties, name) === undefined &&
        b['patternProperties'] === undefined),
  );
}

function requiredBy(schema: JsonObject): readonly string[] {
  const { required } = schema;
  return isList(required) ? required.filter((name) => typeof name === 'string') : [];
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {};
}

function own(properties: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
