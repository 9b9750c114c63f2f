/** Request data about the browser; all but the address can be forged. */
export type Browser = {
  address: string;
  agent: string;
  device: string;
};
