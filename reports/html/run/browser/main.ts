/** The page of a run. */
import { type Outlined, outlineOf } from '../../../outline.js';
import { startList } from '../../browser/list.js';
import { allShown, unpacked } from '../../browser/packed.js';
import { requirementEntries } from '../../requirements.js';

startList(requirementEntries(outlineOf(await unpacked<Outlined>())));
allShown();
