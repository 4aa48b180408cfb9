export const annotationsReport = (): string => '';
