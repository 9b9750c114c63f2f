import type { Translate } from '@views/i18n.tsx';

type Vars = Record<string, string | number>;
export type Strings = Record<string, Record<string, unknown>>;

function lookup(strings: Strings, namespace: string, path: string): string | undefined {
  let at: unknown = strings[namespace];
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return typeof at === 'string' ? at : undefined;
}

function candidates(path: string, { count, context }: Vars, rules: () => Intl.PluralRules): string[] {
  if (context)
    return [`${path}_${context}`, ...candidates(path, count === undefined ? {} : { count }, rules)];
  if (typeof count !== 'number') return [path];
  const zero = count === 0 ? [`${path}_zero`] : [];
  return [...zero, `${path}_${rules().select(count)}`, path, `${path}_other`];
}

/** A part of i18next. Must give the same text as the server, so that hydration changes nothing. */
export function createTranslate(strings: Strings, locale: string): Translate {
  let made: Intl.PluralRules | undefined;
  const rules = () => {
    made ??= new Intl.PluralRules(locale === 'pt' ? 'pt-PT' : locale);
    return made;
  };
  return (key, vars = {}) => {
    const colon = key.indexOf(':');
    const namespace = key.slice(0, colon);
    const path = key.slice(colon + 1);
    for (const candidate of candidates(path, vars, rules)) {
      const text = lookup(strings, namespace, candidate);
      if (text === undefined) continue;
      return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(vars[name] ?? whole));
    }
    return path;
  };
}
