export const LANGUAGES = { pt: 'Português', en: 'English', es: 'Español' };
