/**
 * The named fields of a wire type. Wire types allow further fields, since wires grow; a caller who misspells one should hear
 * of it from the compiler.
 */
export type KnownFields<Wire> = { [Field in keyof Wire as string extends Field ? never : Field]: Wire[Field] };
