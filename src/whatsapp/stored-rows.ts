/** For changing the keys of a stopped app; imports no library. */
export { journalName, makeCipher } from './baileys/auth/cipher.ts';
