/** The allowed imports between parts of the project, as tables. `ARCHITECTURE.md` gives the reasons. */

/** Folders that hold sources of ours. */
export const OURS = ['spec', 'generators', 'suites', 'reference', 'reports'] as const;

/** The imports of ours that files of a folder may have. A file must follow all rules whose folder contains it. */
export interface ImporterRule {
  /** `*` matches one folder with any name. */
  readonly folder: string;
  /** Folders with everything below them; `.` is the folder that the rule's own pattern matched. */
  readonly mayImport: readonly string[];
  /** The rule applies to tests and testing folders as well. */
  readonly bindsTests?: true;
}

/** The files that may import a folder of ours, or a package. */
export interface ImportedRule {
  readonly module: string;
  readonly onlyBy: readonly string[];
  /** The rule applies to tests and testing folders as well. */
  readonly bindsTests?: true;
}

/** The rule applies to files of `folder` that are read at run time, as to imports. */
interface ReadingRule {
  readonly folder: string;
  readonly mustNotRead: string;
}

/** Files of `folder` name a row of the documents that they implement, except those in some folders. */
interface NamingRule {
  readonly folder: string;
  readonly but: readonly string[];
}

export interface Rules {
  /** Folders that only tests and measurements use, besides every `testing` folder. */
  readonly testOnly: readonly string[];
  readonly importers: readonly ImporterRule[];
  readonly imported: readonly ImportedRule[];
  readonly reading: readonly ReadingRule[];
  readonly naming: readonly NamingRule[];
}

/** The base of every part of a suite: the specification's data and the reports' words. */
const BELOW_SUITES = ['spec', 'reports'] as const;
/** What every target may use. */
const BELOW_TARGETS = [
  ...BELOW_SUITES,
  'suites/language',
  'suites/inside',
  'suites/wire',
  'suites/executor',
  'suites/targets/support',
] as const;

export const RULES: Rules = {
  testOnly: ['suites/bench', 'suites/targets/broken'],
  importers: [
    { folder: 'spec', mayImport: ['spec'], bindsTests: true },
    { folder: 'spec/types', mayImport: ['spec/types'] },
    { folder: 'reports', mayImport: ['reports', 'spec'], bindsTests: true },
    { folder: 'generators', mayImport: ['generators', 'spec'] },

    { folder: 'suites/language', mayImport: ['suites/language', ...BELOW_SUITES] },
    { folder: 'suites/laws', mayImport: ['suites/laws', 'suites/language', 'suites/inside/steps.ts', 'spec/types'] },
    { folder: 'suites/laws/*/*', mayImport: ['.', 'suites/laws/support', 'suites/language', 'spec/types'] },
    {
      folder: 'suites/laws/support',
      mayImport: ['suites/laws/support', 'suites/language', 'suites/inside/steps.ts', 'spec/types'],
    },
    { folder: 'suites/inside', mayImport: ['suites/inside', 'suites/language', ...BELOW_SUITES] },
    { folder: 'suites/wire', mayImport: ['suites/wire', 'suites/language', ...BELOW_SUITES] },
    {
      folder: 'suites/executor',
      mayImport: ['suites/executor', 'suites/language', 'suites/inside', 'suites/wire', ...BELOW_SUITES],
    },
    { folder: 'suites/targets', mayImport: ['suites/targets', ...BELOW_TARGETS, 'reference'] },
    {
      folder: 'suites/reproducers',
      mayImport: ['suites/reproducers', 'suites/laws', 'suites/targets/nginx', ...BELOW_TARGETS],
    },
    {
      folder: 'suites/findings',
      mayImport: ['suites/findings', 'suites/reproducers', 'suites/cases', 'suites/targets', ...BELOW_TARGETS],
    },
    {
      folder: 'suites/traffic',
      mayImport: ['suites/traffic', 'suites/targets/nginx', ...BELOW_TARGETS],
    },
    {
      folder: 'suites/scenarios',
      mayImport: ['suites/scenarios', 'suites/traffic', 'suites/targets/nginx', ...BELOW_TARGETS],
    },
    { folder: 'suites/targets/support', mayImport: BELOW_TARGETS },
    ...['nginx', 'cli', 'adapter', 'api', 'client'].map((kind) => ({
      folder: `suites/targets/${kind}`,
      mayImport: ['.', ...BELOW_TARGETS],
    })),

    // A share of some of its tests runs.
    { folder: 'reference', mayImport: ['reference', 'generators/build/testing/share.ts'], bindsTests: true },
    { folder: 'reference/port', mayImport: ['reference/port'] },
    { folder: 'reference/realm', mayImport: ['reference/realm', 'reference/port'] },
    { folder: 'reference/host', mayImport: ['reference/host', 'reference/port'] },
    { folder: 'reference/host/support', mayImport: ['reference/host/support', 'reference/port'] },
    ...['logging', 'script', 'variables', 'zones'].map((part) => ({
      folder: `reference/host/${part}`,
      mayImport: ['.', 'reference/host/support', 'reference/port'],
    })),
    ...['http', 'stream'].map((protocol) => ({
      folder: `reference/host/${protocol}`,
      mayImport: [
        '.',
        'reference/host/logging',
        'reference/host/variables',
        'reference/host/support',
        'reference/port',
      ],
    })),
    { folder: 'reference/nginx', mayImport: ['reference/nginx', 'reference/host', 'reference/port'] },
    {
      folder: 'reference/nginx/configuration',
      mayImport: ['reference/nginx/configuration', 'reference/host/support'],
    },
    { folder: 'reference/exec', mayImport: ['reference/exec', 'reference/host', 'reference/port'] },
    { folder: 'reference/api', mayImport: ['reference/api'] },
    { folder: 'reference/api/client', mayImport: ['reference/api/client', 'reference/api/support'] },
    { folder: 'reference/api/server', mayImport: ['reference/api/server', 'reference/api/support'] },
    { folder: 'reference/api/support', mayImport: ['reference/api/support'] },
  ],
  imported: [
    { module: 'reference', onlyBy: ['reference', 'suites/targets/reference'], bindsTests: true },
    {
      module: 'reference/nginx',
      onlyBy: ['reference/nginx', 'reference/programs', 'suites/targets/reference'],
    },
    { module: 'generators', onlyBy: ['generators', 'suites/cli'] },
    { module: 'suites/cli', onlyBy: ['suites/cli', 'suites/bench'], bindsTests: true },
    { module: 'ts-morph', onlyBy: ['generators'], bindsTests: true },
  ],
  reading: [{ folder: 'reference', mustNotRead: 'spec' }],
  naming: [{ folder: 'reference/host', but: ['reference/host/support'] }],
};
