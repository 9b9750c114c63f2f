import { createContext, useContext } from 'react';

const FormKey = createContext('');

export const FormKeyProvider = FormKey.Provider;

/** Random, new in each answer: a form that is sent again because its answer was lost creates nothing more. */
export function ClientId() {
  const key = useContext(FormKey);
  return key ? <input type="hidden" name="clientId" value={key} /> : null;
}
