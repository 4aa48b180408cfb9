/** The page of a run. */
import { outlineOf } from '../../../outline.js';
import { startList } from '../../browser/list.js';
import { allShown, unpacked } from '../../browser/packed.js';
import { type RunData, requirementEntries } from '../../requirements.js';

const data = await unpacked<RunData>();
startList(requirementEntries(outlineOf(data), data.home));
allShown();
