const COMMON =
  'que não você para com uma pedido obrigado bom dia favor meu entrega tarde pode amanhã boleto reunião já está prazo endereço pagamento loja até horário preço dúvida atenção promoção ação cartão garantia troca devolução orçamento São Paulo férias manutenção avó café coração água última próxima'.split(
    ' ',
  );
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi xo zu cá lé mí nó çã'.split(' ');
const RARE_TERMS = 20_000;
const FIRST_NAMES =
  'Ana João Maria José Conceição Antônio Luísa Pedro Márcia Paulo Inês Sérgio Cláudia Rui Íris'.split(' ');
const LAST_NAMES =
  'Silva Souza Gonçalves Araújo Pereira Lima Magalhães Assunção Ferreira Brandão Nóbrega'.split(' ');

export const RARE = 'quiproquó';
export const EVERYWHERE = 'Aurora';

export function writer(): (n: number) => string {
  let state = 20_260_101;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const vocabulary = [...COMMON, ...Array.from({ length: RARE_TERMS }, (_, n) => invented(n))];
  const depth = Math.log(vocabulary.length);
  // Zipf's law: the word of rank r comes with a frequency of 1 ÷ r.
  const word = () => vocabulary[Math.floor(Math.exp(random() * depth)) - 1] ?? RARE;
  return (n) => {
    const words = Array.from({ length: 3 + Math.floor(random() * 16) }, word);
    if (n % 50_000 === 7) words.push(RARE);
    return `${words.join(' ')} ${n} ${EVERYWHERE}`;
  };
}

export function contactName(n: number): string {
  const first = FIRST_NAMES[n % FIRST_NAMES.length];
  return `${first} ${LAST_NAMES[Math.floor(n / 7) % LAST_NAMES.length]} ${n}`;
}

function invented(n: number): string {
  let [rest, text] = [n + 8_000, ''];
  while (rest > 0) {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return text;
}
