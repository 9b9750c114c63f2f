/** What a request tells of its browser; all of it can be forged but the address. */
export type Browser = {
  address: string;
  /** As it names itself. */
  agent: string;
  /** Of the cookie by which we know it; '' without one. */
  device: string;
};
