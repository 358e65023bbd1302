/** The client that the provider of {@link startIdentityProvider} knows, with its secret. */
export const client = { id: 'yikao', secret: 'a-secret-of-the-client-0123456789' } as const;
