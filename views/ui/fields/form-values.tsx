import { createContext, type ReactNode, useContext } from 'react';

type Form = { values: Record<string, unknown>; errors: Record<string, string | undefined> };

const FormContext = createContext<Form>({ values: {}, errors: {} });

/** A field below it shows the value and the error of its name, unless it is given others. */
export function FormValues({ values = {}, errors = {}, children }: Partial<Form> & { children: ReactNode }) {
  return <FormContext.Provider value={{ values, errors }}>{children}</FormContext.Provider>;
}

export function useFormField<T>(name: string): { value: T | undefined; error: string | undefined } {
  const { values, errors } = useContext(FormContext);
  return { value: values[name] as T | undefined, error: errors[name] };
}
