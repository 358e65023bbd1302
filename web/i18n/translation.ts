/**
 * The shape a dictionary takes in a further language: every key of the Chinese one, no other.
 * Used with `satisfies`, so that a missing or misspelt key does not compile.
 */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>;
};

/** Names of the parameters of a text: `name` and `max` of `{{name}} of {{max}}`. */
export type Parameter<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Parameter<Rest>
  : never;

/**
 * The texts of a further language, where each has the parameters of the Chinese text; otherwise the wrong one has a type
 * that no text has, and does not compile.
 */
export type SameParameters<Source, Texts> = {
  readonly [Key in keyof Source]: Source[Key] extends string
    ? SameText<Source[Key], Key extends keyof Texts ? Texts[Key] : never>
    : SameParameters<Source[Key], Key extends keyof Texts ? Texts[Key] : never>;
};

type SameText<Source, Text> = [Parameter<Source>] extends [Parameter<Text>]
  ? [Parameter<Text>] extends [Parameter<Source>]
    ? Text
    : { readonly 'has parameters that the Chinese text lacks': Exclude<Parameter<Text>, Parameter<Source>> }
  : { readonly 'lacks parameters of the Chinese text': Exclude<Parameter<Source>, Parameter<Text>> };
