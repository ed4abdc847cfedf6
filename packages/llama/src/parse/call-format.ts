/** The format in which a model writes tool calls between markers. */
export interface CallFormat {
  readonly open: string;
  /** Absent: the call ends where its arguments end. */
  readonly close?: string;
  /** Text between the markers and their content. */
  readonly gap: string;
  /** `true`: all calls of a completion between one pair of markers. `false`: markers around every call. */
  readonly list: boolean;
  /**
   * An unmarked call at the start of a completion counts, too, because some models omit the markers. Only for calls
   * entirely in JSON.
   */
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

/** A call that names its tool outside of JSON. White space between its markers is optional. */
export interface CallFrame {
  /** Before the name. */
  readonly start: string;
  /** Separator between a leading call id and the name. */
  readonly callIdSeparator?: string;
  /** Separator between two calls of a list, where `start` precedes only the first. */
  readonly between?: string;
  /** Marker after the name that an id of the call may follow. */
  readonly id?: string;
  /** Marker after the name and the id. */
  readonly named: string;
  /** Marker after the arguments. */
  readonly end: string;
  /** Markers of the individual arguments. */
  readonly members?: MemberMarkers;
  /** Prefix of every tag where arguments are elements named after them, with nested elements for lists and objects. */
  readonly elements?: string;
  /** Marker around strings where the arguments are an object with unquoted keys. */
  readonly quote?: string;
  /** The arguments as a call in Python has them. Without this, `quote`, `elements` and `members`: as a JSON object. */
  readonly keywords?: true;
}

export type ValueType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** One argument: strings unchanged, everything else as JSON. */
export interface MemberMarkers {
  /** Before the key. */
  readonly open: string;
  /** Marker after the key. */
  readonly named: string;
  /** Optional type marker of the value, by its type. */
  readonly kinds?: Readonly<Record<ValueType, string>>;
  /** Before the value. */
  readonly start: string;
  /** A line break around the value that is no part of it. */
  readonly valuePadding: '' | '\n';
  /** Marker after the value. */
  readonly end: string;
}

/** All texts of a format that the reading goes by. */
export function specialTokensIn({ open, close, frame }: CallFormat): readonly string[] {
  const framing =
    frame === undefined
      ? []
      : [
          frame.start,
          frame.callIdSeparator,
          frame.between,
          frame.id,
          frame.named,
          frame.end,
          frame.quote,
          frame.elements,
        ];
  const members =
    frame?.members === undefined
      ? []
      : [frame.members.open, frame.members.named, frame.members.start, frame.members.end];
  return [open, close, ...framing, ...members].filter(
    (marker): marker is string => marker !== undefined && marker.trim() !== '',
  );
}
