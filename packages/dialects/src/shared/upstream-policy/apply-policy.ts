// Applies the policy of a model to a request: walks the request along the fields of its dialect. One pass, which copies
// only what it changes.
import { isExactNumber, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { costlyTiers, type FieldClass } from './field-class.js';
import type { ChoiceNode, FieldNode, ListNode, ObjectNode, RequestFields } from './field-nodes.js';
import { isListedServer } from './is-listed-server.js';
import type { PolicyAction, UpstreamPolicySettings } from './policy-settings.js';
import { settleTools } from './settle-tools.js';
import { isSteeringField, isSteeringMetadata } from './steering-fields.js';
import { classOfUnknown } from './unknown-fields.js';

/** What the policy has to know of ids and addresses. */
export interface PolicyContext {
  readonly settings: UpstreamPolicySettings;
  /** Whether an upstream may be told to fetch from a URL: it names a public host. */
  isPublicUrl(url: string): boolean;
  /** The upstream's id for one that this service gave to the owner of the request. Undefined: it did not. */
  readVendorId(id: string): string | undefined;
  /** Whether something else decides about an id, such as the store of files. Default: nothing does. */
  isOtherId?(id: string): boolean;
  /** Whether URLs that this service fetches are still in the request. Default false. */
  readonly isBeforeFetch?: boolean;
}

/** A field that does not pass. */
export interface PolicyFinding {
  /** As the client wrote it, if the request is the client's. */
  readonly path: string;
  readonly action: 'drop' | 'reject';
  readonly rule: PolicyRule;
}

/** The setting that a finding is about; `steering`: no setting lets it pass. */
export type PolicyRule = Exclude<keyof UpstreamPolicySettings, 'allowedMcpServers'> | 'steering' | 'service';

/** `body` without the fields that do not pass, and these fields. The same object when all pass. */
export function applyPolicy(
  { root }: RequestFields,
  body: JsonObject,
  context: PolicyContext,
): { readonly body: JsonObject; readonly findings: readonly PolicyFinding[] } {
  const walk = new PolicyWalk(context);
  const result = walk.object(body, root);
  const { findings } = walk;
  const changed = result === dropped ? {} : result;
  const dropsTools = findings.some(({ rule }) => rule === 'hostedTools' || rule === 'mcpServers');
  return { body: dropsTools ? settleTools(changed) : changed, findings };
}

/** The value is to be left out, with the smallest element or optional member around it. */
const dropped = Symbol('dropped');
type Dropped = typeof dropped;

class PolicyWalk {
  readonly findings: PolicyFinding[] = [];
  readonly #context: PolicyContext;
  readonly #path: (string | number)[] = [];
  /** How many records of earlier work are around the current value. */
  #records = 0;

  constructor(context: PolicyContext) {
    this.#context = context;
  }

  object(value: JsonObject, node: ObjectNode): JsonObject | Dropped {
    if (node.classes.isRecord !== true) return this.#object(value, node);
    this.#records += 1;
    const result = this.#object(value, node);
    this.#records -= 1;
    return result;
  }

  #object(value: JsonObject, node: ObjectNode): JsonObject | Dropped {
    if (this.#isGoverned(value, node) && !this.#passes(value, node.classes.self)) return dropped;
    const isInline = isInlineContent(value, node);
    let changed: Record<string, JsonValue | undefined> | undefined;
    for (const name in value) {
      const before = value[name];
      if (before === undefined || before === null) continue;
      const member = node.members.get(name);
      // Most members of most requests.
      if (member?.fieldClass === 'plain' && (typeof before === 'string' || member.node.kind === 'opaque')) continue;
      this.#path.push(name);
      const after =
        member === undefined
          ? this.#unknownMember(name, before)
          : this.#member(
              before,
              isInline && member.fieldClass === 'vendorId' ? 'plain' : member.fieldClass,
              member.node,
            );
      this.#path.pop();
      if (after === before) continue;
      if (after === dropped && member !== undefined && (!member.isOptional || node.classes.isUnit === true))
        return dropped;
      changed ??= { ...value };
      if (after === dropped) delete changed[name];
      else changed[name] = after;
    }
    return changed ?? value;
  }

  #member(value: JsonValue, fieldClass: FieldClass, node: FieldNode): JsonValue | Dropped {
    if (fieldClass === 'service') return this.#report('service', 'drop');
    if (fieldClass === 'metadata') return isObject(value) ? this.#metadata(value) : value;
    if (fieldClass === 'billing' && !this.#decide('serviceTier')) return dropped;
    if (typeof value === 'string') return this.#text(value, fieldClass);
    if (Array.isArray(value)) return this.#list(value, fieldClass, node);
    return isObject(value) && !isExactNumber(value) ? this.#inner(value, node) : value;
  }

  #list(values: readonly JsonValue[], fieldClass: FieldClass, node: FieldNode): JsonValue | Dropped {
    const list = node.kind === 'choice' ? node.list : node;
    if (list?.kind !== 'list') return values;
    if (fieldClass === 'plain' && list.element.kind === 'opaque') return values;
    let changed: JsonValue[] | undefined;
    for (let index = 0; index < values.length; index += 1) {
      const before = values[index] ?? null;
      this.#path.push(index);
      const after = this.#member(before, fieldClass, list.element);
      this.#path.pop();
      if (after === before && changed === undefined) continue;
      changed ??= values.slice(0, index);
      if (after !== dropped) changed.push(after);
      else if (list.placeholder !== undefined) changed.push(placeholderOf(before, list));
    }
    // A list of ids that has become empty would mean another request.
    return changed?.length === 0 && fieldClass === 'vendorId' ? dropped : (changed ?? values);
  }

  #inner(value: JsonObject, node: FieldNode): JsonObject | Dropped {
    switch (node.kind) {
      case 'object':
        return this.object(value, node);
      case 'choice': {
        const object = alternativeOf(value, node);
        return object === undefined ? this.#unknownObject(value, node) : this.object(value, object);
      }
      // A client's own JSON, and a list in whose place an object was sent.
      default:
        return value;
    }
  }

  /** An alternative of a later version of the API. */
  #unknownObject(value: JsonObject, { unknownClass }: ChoiceNode): JsonObject | Dropped {
    if (unknownClass === 'hostedTool') {
      if (!this.#decide('hostedTools')) return dropped;
    } else if (!this.#decide('unknownFields')) return dropped;
    return this.#scan(value);
  }

  #unknownMember(name: string, value: JsonValue): JsonValue | Dropped {
    if (isSteeringField(name)) return this.#reportSteering();
    if (!this.#decide('unknownFields')) return dropped;
    return this.#scanMember(name, value);
  }

  #metadata(value: JsonObject): JsonObject {
    const names = Object.keys(value).filter(isSteeringMetadata);
    for (const name of names) {
      this.#path.push(name);
      this.#reportSteering();
      this.#path.pop();
    }
    return names.length === 0
      ? value
      : Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  }

  #reportSteering(): Dropped {
    return this.#report('steering', this.#context.settings.unknownFields === 'reject' ? 'reject' : 'drop');
  }

  /** Names have their usual meaning in JSON of unknown structure. */
  #scan(value: JsonObject): JsonObject | Dropped {
    let changed: Record<string, JsonValue | undefined> | undefined;
    // Twice as fast as `for in` for an object whose names are numbers.
    for (const name of Object.keys(value)) {
      const before = value[name];
      if (before === undefined || before === null) continue;
      this.#path.push(name);
      const after = isSteeringField(name) ? this.#reportSteering() : this.#scanMember(name, before);
      this.#path.pop();
      if (after === before) continue;
      changed ??= { ...value };
      if (after === dropped) delete changed[name];
      else changed[name] = after;
    }
    return changed ?? value;
  }

  #scanMember(name: string, value: JsonValue): JsonValue | Dropped {
    const fieldClass = classOfUnknown(name);
    switch (fieldClass) {
      case 'mcpServer':
        return this.#decideServer(name, value) ? value : dropped;
      case 'hostedTool':
        if (!this.#decide('hostedTools')) return dropped;
        break;
      case 'billing':
        if (!this.#decide('serviceTier')) return dropped;
        break;
      default:
    }
    return this.#scanValue(value, fieldClass);
  }

  #scanValue(value: JsonValue, fieldClass: FieldClass): JsonValue | Dropped {
    if (typeof value === 'string') return this.#text(value, fieldClass);
    if (Array.isArray(value)) {
      const results: (JsonValue | Dropped)[] = value.map((element, index) => {
        this.#path.push(index);
        const result = this.#scanValue(element, fieldClass);
        this.#path.pop();
        return result;
      });
      return results.every((result, index) => result === value[index])
        ? value
        : results.filter((result) => result !== dropped);
    }
    return isObject(value) && !isExactNumber(value) ? this.#scan(value) : value;
  }

  #decideServer(name: string, value: JsonValue): boolean {
    const listed = [value]
      .flat()
      .every((server) => isListedServer(isObject(server) ? server : { [name]: server }, this.#context.settings));
    return listed || this.#decide('mcpServers');
  }

  #text(value: string, fieldClass: FieldClass): string | Dropped {
    const { settings, isOtherId } = this.#context;
    switch (fieldClass) {
      case 'vendorId':
      case 'citedId': {
        const bound = this.#context.readVendorId(value);
        if (bound !== undefined) return bound;
        if (settings.vendorIds === 'pass' || isOtherId?.(value) === true) return value;
        return this.#report('vendorIds', fieldClass === 'citedId' || this.#records > 0 ? 'drop' : settings.vendorIds);
      }
      case 'mediaUrl':
        return this.#mayFetch(value) ? value : this.#report('mediaUrls', 'reject');
      case 'tier':
        return !costlyTiers.has(value) || this.#decide('serviceTier') ? value : dropped;
      default:
        return value;
    }
  }

  #mayFetch(url: string): boolean {
    if (/^data:/i.test(url)) return true;
    switch (this.#context.settings.mediaUrls) {
      case 'reject':
        return false;
      case 'fetch':
        return this.#context.isBeforeFetch === true;
      case 'public':
        return this.#context.isPublicUrl(url);
    }
  }

  #isGoverned(value: JsonObject, { classes: { self, unless } }: ObjectNode): boolean {
    if (self === undefined) return false;
    if (unless === undefined) return true;
    const tag = value[unless.member];
    const text = isObject(tag) ? tag['type'] : tag;
    return !unless.in.includes(typeof text === 'string' ? text : null);
  }

  #passes(value: JsonObject, self: 'hostedTool' | 'mcpServer' | undefined): boolean {
    if (self === 'hostedTool') return this.#decide('hostedTools');
    return isListedServer(value, this.#context.settings) || this.#decide('mcpServers');
  }

  /** Whether the value at the current path passes under a setting. */
  #decide(rule: 'hostedTools' | 'mcpServers' | 'unknownFields' | 'serviceTier'): boolean {
    const action: PolicyAction = this.#context.settings[rule];
    if (action === 'pass') return true;
    this.#report(rule, action);
    return false;
  }

  #report(rule: PolicyRule, action: 'drop' | 'reject'): Dropped {
    this.findings.push({ path: this.#path.join('.'), action, rule });
    return dropped;
  }
}

/** The alternative whose literals the object has. */
function alternativeOf(value: JsonObject, { byType, objects }: ChoiceNode): ObjectNode | undefined {
  const { type } = value;
  return typeof type === 'string' && byType.size > 0
    ? byType.get(type)
    : objects.find((object) => hasLiterals(value, object));
}

function hasLiterals(value: JsonObject, { literals, members }: ObjectNode): boolean {
  for (const [name, allowed] of literals) {
    const tag = value[name];
    if (tag === undefined ? members.get(name)?.isOptional !== true : !allowed.has(tag)) return false;
  }
  return true;
}

function isInlineContent(value: JsonObject, { classes: { inline } }: ObjectNode): boolean {
  if (inline === undefined) return false;
  const text = value[inline.member];
  return typeof text === 'string' && (inline.in?.includes(text) ?? text !== '');
}

function placeholderOf(value: JsonValue, { placeholder = 'text' }: ListNode): JsonObject {
  const type = isObject(value) && typeof value['type'] === 'string' ? value['type'] : 'content';
  return { type: placeholder, text: `[${type}: not available to the model]` };
}
