/** `true` for a union of several types. */
type IsUnion<Type, All = Type> = Type extends unknown ? ([All] extends [Type] ? false : true) : never;

/** A key that has a name; never for that of an index signature. Wire types have one, since wires grow. */
export type NamedField<Field> = string extends Field ? never : Field;

/** The keys that a type names, without an index signature. */
export type NamedKey<ApiObject> = keyof { [Field in keyof ApiObject as NamedField<Field>]: never };

/** A field that holds one kind of object with named fields: of an open union, a list or a map nobody can say what is misspelt. */
type KnownField<Value> =
  IsUnion<NonNullable<Value>> extends false
    ? NonNullable<Value> extends readonly unknown[]
      ? Value
      : NonNullable<Value> extends object
        ? [NamedKey<NonNullable<Value>>] extends [never]
          ? Value
          : KnownFields<NonNullable<Value>> | Extract<Value, null | undefined>
        : Value
    : Value;

/**
 * The named fields of a wire type, and of the objects in them. Wire types allow further fields, since wires grow; a caller who misspells
 * one should hear of it from the compiler.
 */
export type KnownFields<ApiObject> = { [Field in keyof ApiObject as NamedField<Field>]: KnownField<ApiObject[Field]> };
