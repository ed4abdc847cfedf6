/** `true` for a union of several types. */
type IsUnion<Type, All = Type> = Type extends unknown ? ([All] extends [Type] ? false : true) : never;

/** A named key, never that of an index signature. API types have an index signature because the APIs grow. */
export type NamedField<Field> = string extends Field ? never : Field;

/** The keys that a type names, without an index signature. */
export type NamedKey<ApiObject> = keyof { [Field in keyof ApiObject as NamedField<Field>]: never };

/**
 * A field that holds one kind of object with named fields; in an open union, a list or a map a misspelt field cannot
 * be detected.
 */
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
 * The named fields of an API type and of its nested objects. API types allow further fields because the APIs grow,
 * but the compiler should report a misspelt one.
 */
export type KnownFields<ApiObject> = { [Field in keyof ApiObject as NamedField<Field>]: KnownField<ApiObject[Field]> };
