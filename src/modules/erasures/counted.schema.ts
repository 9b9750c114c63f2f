import { formatCount } from '../../schemas/languages.schema.ts';

type Reader = Parameters<typeof formatCount>[1] & { t(key: string, vars: { count: number }): string };

/** `1.204 mensagens`; terms under `erasures:counted.*`. */
export const countedText = (reader: Reader, what: string, count: number): string =>
  `${formatCount(count, reader)} ${reader.t(`erasures:counted.${what}`, { count })}`;
