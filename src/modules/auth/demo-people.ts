/** Who may sign in by one click, where the desk is the demo; a real desk has none of it. */
export type DemoPerson = {
  name: string;
  email: string;
  profile: 'admin' | 'supervisor' | 'user';
  company: string;
};

export type Demo = {
  people: DemoPerson[];
  /** Where a click signs one of them in, and where the customers' phones are. */
  signIn: string;
  phones: string;
};

declare module '@/kernel/scope.ts' {
  interface Services {
    demo?: Demo;
  }
}
