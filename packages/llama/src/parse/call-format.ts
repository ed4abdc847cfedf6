/** How a model writes tool calls between marks. */
export interface CallFormat {
  readonly open: string;
  /** Absent: the call ends where its arguments end. */
  readonly close?: string;
  /** What stands between the marks and what is in them. */
  readonly gap: string;
  /** `true`: all calls of an answer between one pair of marks. `false`: marks around every call. */
  readonly list: boolean;
  /** A call counts without its marks, too, where an answer begins with it: some models forget them. Of calls in JSON alone. */
  readonly bare?: true;
  /** Absent: a call is JSON, and a list of them an array. */
  readonly frame?: CallFrame;
  /** The members of a call in JSON. Default `name` and `arguments`. */
  readonly json?: CallMembers;
}

export interface CallMembers {
  /** Before the name: a number of the call, as a text. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

export const callMembers: CallMembers = { name: 'name', arguments: 'arguments' };

/** A call that names its tool outside of JSON. White space between its marks is free. */
export interface CallFrame {
  /** Before the name. */
  readonly start: string;
  /** Between an id of the call, which stands first then, and its name. */
  readonly numbered?: string;
  /** Between two calls of a list, where `start` stands before the first alone. */
  readonly between?: string;
  /** Behind the name: an id of the call may follow this. */
  readonly id?: string;
  /** Behind the name and the id. */
  readonly named: string;
  /** Behind the arguments. */
  readonly end: string;
  /** The arguments one by one. */
  readonly members?: MemberMarkers;
  /** The arguments as elements named after them, with elements inside for lists and objects; this stands before every tag. */
  readonly elements?: string;
  /** The arguments as an object whose keys are bare, and whose texts stand between these. */
  readonly quote?: string;
  /** The arguments as a call in Python has them. Without this, `quote`, `elements` and `members`: as a JSON object. */
  readonly keywords?: true;
}

export type ValueType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** One argument: texts as they are, all else as JSON. */
export interface MemberMarkers {
  /** Before the key. */
  readonly open: string;
  /** Behind the key. */
  readonly named: string;
  /** What may be said of the value then, by its type. */
  readonly kinds?: Readonly<Record<ValueType, string>>;
  /** Before the value. */
  readonly start: string;
  /** A line break around the value that is no part of it. */
  readonly edge: '' | '\n';
  /** Behind the value. */
  readonly end: string;
}

/** All texts of a format that the reading goes by. */
export function specialTokensIn({ open, close, frame }: CallFormat): readonly string[] {
  const framing =
    frame === undefined
      ? []
      : [frame.start, frame.numbered, frame.between, frame.id, frame.named, frame.end, frame.quote, frame.elements];
  const members =
    frame?.members === undefined
      ? []
      : [frame.members.open, frame.members.named, frame.members.start, frame.members.end];
  return [open, close, ...framing, ...members].filter(
    (marker): marker is string => marker !== undefined && marker.trim() !== '',
  );
}
