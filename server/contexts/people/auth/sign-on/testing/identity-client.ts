/** The client registered at {@link startIdentityProvider}, with its secret. */
export const client = { id: 'yikao', secret: 'a-secret-of-the-client-0123456789' } as const;
