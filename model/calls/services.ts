/** Services that calls may be spread over; each is named by the second segment of a path (spec section 7). */
export const services = ['admin', 'base', 'user', 'data', 'mock', 'pay', 'sys', 'exam', 'course'] as const;

/** One of {@link services}. */
export type Service = (typeof services)[number];
