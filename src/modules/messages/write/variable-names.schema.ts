/** `{{name}}`, `{{{name}}}` and `{name}`. Unknown names match too: the caller decides. */
export const VARIABLE = /\{\{\{([^{}]{1,60})\}\}\}|\{\{([^{}]{1,60})\}\}|(?<!\{)\{([^{}\n]{1,60})\}(?!\})/g;

const ALIASES: Record<string, string[]> = {
  name: ['name', 'nome', 'nombre', 'nome completo', 'nombre completo'],
  firstName: ['firstname', 'first name', 'primeiro nome', 'primeironome', 'primer nombre', 'primernombre'],
  ms: ['ms', 'greeting', 'gretting', 'saudacao', 'saludo'],
  protocol: ['protocol', 'protocolo'],
  hora: ['hora', 'hour'],
  date: ['date', 'data', 'fecha'],
  email: ['email', 'e-mail', 'correo'],
  number: ['number', 'numero', 'telefone', 'telefono'],
};
const CANONICAL = new Map(Object.entries(ALIASES).flatMap(([name, all]) => all.map((one) => [one, name])));
const LOOKS_LIKE_A_NAME = /^\p{L}[\p{L}\p{N}_ -]{0,29}$/u;

const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase();

export function canonicalName(name: string): string | undefined {
  return CANONICAL.get(folded(name));
}

export function valueNamed(name: string, values: Record<string, string>): string | undefined {
  if (Object.hasOwn(values, name)) return values[name];
  const known = canonicalName(name);
  return known !== undefined && Object.hasOwn(values, known) ? values[known] : undefined;
}

export function unknownVariables(text: string, own: string[] = []): string[] {
  const mine = new Set(own.map(folded));
  const names = [...text.matchAll(VARIABLE)].flatMap(([, triple, double, single]) => {
    const name = (triple ?? double ?? single ?? '').trim();
    const isMeant = single === undefined ? name !== '' : LOOKS_LIKE_A_NAME.test(name);
    return isMeant && canonicalName(name) === undefined && !mine.has(folded(name)) ? [name] : [];
  });
  return [...new Set(names)];
}
