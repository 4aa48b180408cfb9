/** Where reports/FINDINGS.md describes a cause, and the file name of its own page. */
export const findingAnchor = (cause: string): string => cause.replace(/\W+/g, '-').replace(/-$/, '');
