export { knownValuesOf, openEnum, type OpenEnum } from './schema/open-enum.js';
export { knownTagsOf, openUnion, tagsOf, type UnknownMember } from './schema/open-union.js';
export { readForm, type Needs, type ReadForm } from './schema/read-form.js';
export { tagText, type UnknownTag } from './schema/unknown-tag.js';
export { describeFault, kindOf, type Fault, type FaultKind } from './schema/describe-issue.js';
export { parseJson, type RequestSchema } from './schema/parse-json.js';
export { withoutOptionalNulls } from './schema/without-optional-nulls.js';
export {
  shapeOf,
  type ChoiceShape,
  type ListShape,
  type MemberShape,
  type ObjectShape,
  type OpaqueShape,
  type ValueShape,
} from './schema/value-shape.js';
