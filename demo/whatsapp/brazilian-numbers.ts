const WITH_NINTH = /^55(\d{2})9(\d{8})$/;
const WITHOUT_NINTH = /^55(\d{2})(\d{8})$/;

/** Brazilian mobile numbers exist with and without their ninth digit. */
export function findRegistered<T>(number: string, find: (candidate: string) => T | undefined): T | undefined {
  const other = WITH_NINTH.test(number)
    ? number.replace(WITH_NINTH, '55$1$2')
    : number.replace(WITHOUT_NINTH, (_match, area: string, rest: string) => `55${area}9${rest}`);
  return find(number) ?? find(other);
}
