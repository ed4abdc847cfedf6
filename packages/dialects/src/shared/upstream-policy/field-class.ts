/**
 * What a request field can do at an upstream, which decides the setting that governs it.
 *
 * - `plain`: content of the prompt and parameters of the model. Always passes.
 * - `service`: between the client and this service. Never passes.
 * - `hostedTool`: work that the upstream does for the model. As a class of an object: a tool.
 * - `mcpServer`: a server that the upstream connects to. As a class of an object: the server.
 * - `vendorId`: names an object that the upstream stores, which it reads or uses.
 * - `citedId`: names such an object in a citation, which no upstream reads.
 * - `mediaUrl`: an address that the upstream fetches from.
 * - `tier`: how the request is scheduled; some values cost more.
 * - `billing`: changes who pays, which model responds, or which programs of the operator's account apply.
 * - `metadata`: pairs of the client, some of which proxies read as settings.
 */
export type FieldClass = (typeof fieldClasses)[number];

/** All classes of fields. */
export const fieldClasses = [
  'plain',
  'service',
  'hostedTool',
  'mcpServer',
  'vendorId',
  'citedId',
  'mediaUrl',
  'tier',
  'billing',
  'metadata',
] as const;

/** The classes of an object's members: member names by class, separated by spaces. `self`: the class of the object. */
export type ObjectClasses = Readonly<Partial<Record<FieldClass, string>>> & {
  readonly self?: 'hostedTool' | 'mcpServer';
  /** The object is not of the class `self` where this member has one of these values, or is absent if null is listed. */
  readonly unless?: { readonly member: string; readonly in: readonly (string | null)[] };
  /** Whether the object records earlier work: ids in it are left out and fail no request, because clients send records back. */
  readonly isRecord?: true;
  /** Whether the object means nothing without a member that does not pass, so that it does not pass either. */
  readonly isUnit?: true;
  /** The members of the class `vendorId` are content, not references, where this member has one of these values, or any text. */
  readonly inline?: { readonly member: string; readonly in?: readonly string[] };
};

/**
 * The classes of all fields of a dialect's requests, by object. An object's name is the path by which it is reached
 * first, breadth first; a tag in brackets tells alternatives apart. `unknown`: the class of alternatives with an
 * unknown tag, by the path of the choice.
 */
export interface FieldTable {
  /** Objects with no other fields than plain ones: their members, separated by spaces. */
  readonly plain: Readonly<Record<string, string>>;
  readonly governed: Readonly<Record<string, ObjectClasses>>;
  readonly unknown: Readonly<Record<string, 'hostedTool'>>;
}

/** Values of a `tier` that cost more than the default. */
export const costlyTiers: ReadonlySet<string> = new Set(['priority', 'fast', 'ultrafast', 'scale']);
