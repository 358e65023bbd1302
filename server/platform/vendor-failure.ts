/**
 * A call to a vendor that failed. Its cause may have the code of a network error, but neither our database nor our file
 * store is away: `faultOf` does not look into it.
 */
export abstract class VendorFailure extends Error {}
