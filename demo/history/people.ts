import type { Identity } from '@/whatsapp/port.ts';
import type { Random } from './random.ts';
import { AREA_CODES, FIRST_NAMES, LAST_NAMES, NICKNAMES } from './talk/words.ts';

export type Customer = {
  number: string;
  /** The name that WhatsApp shows. */
  name: string;
  isWoman: boolean;
  email: string;
  hasPicture: boolean;
};

const WOMEN = FIRST_NAMES.indexOf('Alexandre');
const WITH_PICTURE = 12;

/** No two have the same name or number. */
export function makeCustomers(random: Random, count: number): Customer[] {
  const names = random.shuffled(
    FIRST_NAMES.flatMap((first, index) =>
      LAST_NAMES.map((last) => ({ name: `${first} ${last}`, isWoman: index < WOMEN })),
    ),
  );
  return names.slice(0, count).map(({ name, isWoman }, index) => {
    const nickname = index % 17 === 5 ? NICKNAMES[Math.floor(index / 17) % NICKNAMES.length] : undefined;
    const area = random.pick(AREA_CODES);
    return {
      number: `55${area}9${7100 + Math.floor(index / 100)}${String((index * 37) % 100).padStart(2, '0')}${random.between(10, 99)}`,
      name: index < 17 * NICKNAMES.length && nickname ? nickname : name,
      isWoman: nickname && index < 17 * NICKNAMES.length ? !/Zé|Mestre|Nando/.test(nickname) : isWoman,
      email: `${plain(name)}@exemplo.com.br`,
      hasPicture: index % WITH_PICTURE === 3,
    };
  });
}

export function identityOf({ number }: Pick<Customer, 'number'>): Identity {
  return { pn: `${number}@s.whatsapp.net`, lid: null };
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
}
