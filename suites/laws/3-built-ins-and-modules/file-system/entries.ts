/** 3/file-system-module/mkdir-sync, symlink-sync: permissions of a folder, and the text of a link. */
import { textOf } from '../../support/contents.js';
import { type CallForm, inFolder } from './folder.js';
import { UNDEFINED, type WrittenForm, written } from './options.js';

interface FolderModeRow {
  readonly form: CallForm;
  readonly written: WrittenForm;
  readonly mode: number;
}

export const makesFolder = inFolder(({ form, written: how, mode }: FolderModeRow) => ({
  form,
  steps: [{ call: ['mkdir', '{folder}/new', ...written(how, 'mode', mode)], returns: UNDEFINED }],
  leaves: { new: { folder: {}, made: mode } },
}));

export const keepsTarget = inFolder(({ form, length }: { readonly form: CallForm; readonly length: number }) => ({
  form,
  tree: { file: 'content' },
  steps: [{ call: ['symlink', textOf(length), '{folder}/new'], returns: UNDEFINED }],
  leaves: { new: { link: textOf(length) } },
}));
