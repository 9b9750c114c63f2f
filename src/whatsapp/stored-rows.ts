/** For changing the keys of a stopped app; imports no library. */
export { makeCipher } from './baileys/auth/cipher.ts';
