export type DemoPerson = {
  name: string;
  email: string;
  profile: 'admin' | 'supervisor' | 'user';
  company: string;
};

export type Demo = {
  people: DemoPerson[];
  signIn: string;
  phones: string;
  tour: string;
};

declare module '@/core/scope.ts' {
  interface Services {
    demo?: Demo;
  }
}
