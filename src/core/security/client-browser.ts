/** Request data about the browser; all but the address can be forged. */
export type Browser = {
  address: string;
  agent: string;
  device: string;
};

/** Phones name themselves so (https://developer.mozilla.org/docs/Web/HTTP/Browser_detection_using_the_user_agent). */
export const isPhone = (agent: string): boolean => /\bMobi/.test(agent);
