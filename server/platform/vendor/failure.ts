/**
 * A call to a vendor that failed. Its cause may have the code of a network error, but neither our database nor our file
 * store is away: `faultOf` does not look into it.
 */
export abstract class VendorFailure extends Error {}

/** Words for a person, in both languages of the product. */
export interface Said {
  readonly zh: string;
  readonly en: string;
}

/** Makes a {@link Said}. */
export const said = (zh: string, en: string): Said => ({ zh, en });
