/** Elements of a list. */
type Element<T> = T extends readonly (infer One)[] ? One : never;

/** Names of an object, of each type of a union. */
type Name<T> = T extends object ? keyof T : never;

/** The value under a name, of each type of a union that has it. */
type Under<T, K> = T extends object ? (K extends keyof T ? T[K] : never) : never;

/**
 * A given type, where each name that the wanted one does not have, at whatever depth, leads to a value that cannot be.
 * The compiler refuses surplus names by itself only where an object is written in place: not in what `map` gives, and not
 * in the rows of a query.
 */
export type Only<Wanted, Given> = unknown extends Wanted
  ? unknown
  : Given extends readonly (infer One)[]
    ? readonly Only<Element<Wanted>, One>[]
    : Given extends object
      ? { readonly [K in keyof Given]: K extends Name<Wanted> ? Only<Under<Wanted, K>, Given[K]> : never }
      : unknown;
