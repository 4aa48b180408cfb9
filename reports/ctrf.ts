export const ctrfReport = (): string => '';
