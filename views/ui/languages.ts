/** Each in its own words. */
export const LANGUAGES = { pt: 'Português', en: 'English', es: 'Español' };
