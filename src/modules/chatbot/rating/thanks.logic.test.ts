import { describe, expect, test } from 'bun:test';
import { isThanks } from './thanks.logic.ts';

describe('isThanks', () => {
  test.each([
    ...[
      'obrigado',
      'Obrigada!',
      'OBRIGADA',
      'muito obrigada',
      'obrigadaaa',
      'Ok, obrigado.',
      'brigado',
      'obg',
      'Valeu!!',
      'valeuuu',
      'vlw',
    ],
    ...[
      'Muito obrigada pela atenção, uma boa tarde',
      'obrigado a todos 🙏',
      'Perfeito, obrigada, bom dia!',
      'Eu que agradeço',
      'Grata',
    ],
    ...[
      'thanks',
      'Thank you so much!',
      'thx',
      'ok thanks',
      'Great, thank you for your help',
      'gracias',
      'Muchas gracias',
      '¡Gracias!',
      'ok gracias, muy amable',
    ],
    ...['👍', '👍🏽', '🙏', '🙏🙏🏾', '❤', '❤️', ' ❤️ 👏 ', '☺️', 'Obrigada ❤️🙏', 'obrigada\nbom dia'],
  ])('%p is', (text) => expect(isThanks(text)).toBe(true));

  test.each([
    ...[
      'obrigado, mas preciso de ajuda',
      'Obrigada, e o boleto?',
      'obrigado?',
      'obrigada, ajuda',
      'Obrigado. Quando chega',
      'não obrigado',
      'sem obrigado',
    ],
    ...[
      'obrigado 3',
      '3',
      '5',
      'obrigado por nada',
      'obrigado a responder',
      'sou obrigado a pagar',
      'mesmo assim obrigado',
      'valeu a pena',
    ],
    ...[
      'thanks but it does not work',
      'no thanks',
      'thanks for nothing',
      'gracias pero no funciona',
      'gracias, necesito ayuda',
    ],
    ...[
      '',
      ' ',
      '.',
      'ok',
      'bom dia',
      'bom dia 👍',
      'tchau',
      'ajuda',
      '#',
      '👎',
      '😡',
      '👍👎',
      'obrigado 😡',
      '😭🙏',
      '🆘',
      'obrigada https://x.y',
    ],
    `obrigada ${'muito '.repeat(30)}`,
  ])('%p is not', (text) => expect(isThanks(text)).toBe(false));
});
