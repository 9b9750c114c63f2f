import { plain } from '../decide/answers.logic.ts';

const MAX_THANKS = 120;
const MAX_PHRASE = 4;

const THANKS = phrases(`
  obrigado|obrigada|obrigados|obrigadão|obrigadinho|obrigadinha|brigado|brigada|brigadão|brigadinho|brigadinha|obg|obgd|obgda|obrigadu
  valeu|vlw|vlws|agradeço|agradecido|agradecida|agradecemos|grato|grata|gratidão|eu agradeço|eu que agradeço
  thanks|thank you|thank u|thankyou|thx|tks|thnx|tnx|ty|gracias|mil gracias|muchas gracias|le agradezco|agradezco`);

/** Accompany thanks and ask for nothing. Nouns only after their preposition: 'ajuda' alone may be a request. */
const COURTESIES = phrases(`
  ok|okay|okey|oks|tá|tá bom|tá certo|tá ok|está bem|está bom|bom|certo|certinho|perfeito|perfeita|ótimo|ótima|excelente|maravilha|show|top|joia
  beleza|blz|falou|flw|entendi|entendido|combinado|legal|massa|muito|muita|muitas|muitíssimo|mto|mt|demais|mesmo|de novo|novamente|mais uma vez|desde já
  por tudo|por td|pela atenção|pela ajuda|pelo atendimento|pelo retorno|pela informação|pelas informações|pela resposta|pela paciência|pelo suporte
  pelo excelente atendimento|pelo ótimo atendimento|a todos|a vocês|a vcs|a você|vocês|vcs|viu|gente|pessoal|amigo|amiga|querido|querida|moço|moça|senhor|senhora
  deus abençoe|deus te abençoe|deus lhe pague|abraço|abraços|um abraço|abs|bjs|beijos|tchau|até|até mais|até logo|até breve|até a próxima|e
  bom dia|boa tarde|boa noite|bom fim de semana|bom final de semana|bom trabalho|bom descanso|uma boa tarde|uma boa noite|um bom dia|um ótimo dia|uma ótima semana|ótimo dia|ótima semana|boa semana
  ok then|so much|very much|a lot|a bunch|again|for everything|for your help|for the help|for your time|for your support|for the info|for all|for all your help
  great|perfect|cool|nice|good|alright|all right|awesome|bye|bye bye|see you|have a nice day|have a great day|have a good day|good day|good night|you too|and|very kind|guys|everyone|sir|madam|my friend
  muchas|muchísimas|mil|por todo|por su ayuda|por la ayuda|por tu ayuda|por la atención|por su atención|por la información|por su tiempo|por el apoyo
  vale|listo|perfecto|muy bien|bien|muy amable|muy amables|genial|entendido|de acuerdo|buen día|buenos días|buenas tardes|buenas noches|que tenga|que tenga buen día|adiós|saludos|hasta luego|hasta pronto|y`);

const SIGNS = /[👍👌🙏❤♥🧡💛💚💙💜🤎🖤🤍💖💕💗😊🙂😀😃😄😁😉☺😍🥰😘🤗👏🙌🤝✌✅🌹🌷🌻✨🎉]/gu;
/** Skin tones and what joins signs. */
const MODIFIERS = /[\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]/gu;

/** Nothing but thanks, in Portuguese, English or Spanish: no question, no request, no answer. */
export function isThanks(text: string): boolean {
  if (text.length > MAX_THANKS || /[?¿\d]/.test(text)) return false;
  const written = text.replace(MODIFIERS, '').replace(SIGNS, ' ');
  const terms = termsOf(written);
  if (terms.length === 0) return written.trim() === '' && text.trim() !== '';
  if (/[^\p{L}\p{M}\s.,;:!¡()*_~'"-]/u.test(written)) return false;
  return areThanks(terms);
}

function areThanks(terms: string[]): boolean {
  let hasThanks = false;
  for (let at = 0; at < terms.length; ) {
    const length = phraseAt(terms, at);
    if (length === 0) return false;
    hasThanks ||= THANKS.has(terms.slice(at, at + length).join(' '));
    at += length;
  }
  return hasThanks;
}

/** Number of terms of the longest phrase there. */
function phraseAt(terms: string[], at: number): number {
  for (let length = Math.min(MAX_PHRASE, terms.length - at); length > 0; length -= 1) {
    const phrase = terms.slice(at, at + length).join(' ');
    if (THANKS.has(phrase) || COURTESIES.has(phrase)) return length;
  }
  return 0;
}

/** Without accents; 'obrigadaaa' and 'valeuu' end in one letter. */
function termsOf(text: string): string[] {
  return (plain(text).match(/\p{L}+/gu) ?? []).map((word) => {
    const last = word.at(-1) ?? '';
    let end = word.length;
    while (end > 1 && word[end - 2] === last) end -= 1;
    return word.slice(0, end);
  });
}

function phrases(list: string): Set<string> {
  return new Set(list.split(/[|\n]/).map((phrase) => termsOf(phrase).join(' ')));
}
