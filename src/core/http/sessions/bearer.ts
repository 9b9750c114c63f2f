/** RFC 9110 §11.1: the scheme in any case. Undefined without one. */
export const bearerIn = (authorization: string | undefined): string | undefined =>
  /^Bearer\b(.*)/i.exec(authorization ?? '')?.[1]?.trim();
