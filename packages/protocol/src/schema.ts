export { knownValuesOf, openEnum, type OpenEnum } from './schema/open-enum.js';
export { openUnion, tagsOf, tagText, type UnknownMember, type UnknownTag } from './schema/open-union.js';
export { describeFault, kindOf, type Fault } from './schema/describe-issue.js';
export { parseJson, type WireSchema } from './schema/parse-json.js';
