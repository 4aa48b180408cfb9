export const badgeReport = (): string => '';
