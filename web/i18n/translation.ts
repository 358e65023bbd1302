/**
 * The shape a dictionary takes in a further language: every key of the Chinese one, no other.
 * Used with `satisfies`, so that a missing or misspelt key does not compile.
 */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>;
};
