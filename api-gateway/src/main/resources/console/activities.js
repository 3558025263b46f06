// A fan's activities, newest first, with their details.
import { get } from './calls.js';
import { none, text, when } from './fanparts.js';
import { button, cards, el, section, told } from './parts.js';
import { ACTIVITIES as TEXT, WORDS } from './texts.js';

const ROWS = 20;
const SHORT = 200;

export async function activities({ id, signal }) {
  const of = `/api/v1/crm/fans/${id}/activities`;
  const titles = el('datalist', { id: 'titles' });
  const seen = new Set();
  let limit = ROWS;
  const title = el('input', { type: 'search', list: 'titles', placeholder: TEXT.all, maxlength: 255, spellcheck: 'false',
    autocomplete: 'off', onchange: () => ask(ROWS) });
  const rows = el('div', { 'aria-live': 'polite' });
  let asking = 0;

  function ask(most) {
    limit = most;
    const turn = ++asking;
    return section(rows, signal, async () => {
      const found = await get(of, { campaign_title: title.value.trim(), limit: limit + 1 }, signal);
      if (turn !== asking) return null;
      note(found);
      return found.length === 0
        ? [none(title.value.trim() ? TEXT.noneInCampaign : TEXT.noneYet)]
        : [listed(found.slice(0, limit)),
          found.length <= limit ? '' : button(WORDS.showOlder, () => ask(limit + 4 * ROWS), { class: 'outline' })];
    });
  }

  function note(found) {
    for (const row of found) {
      if (row.campaign_title === null || seen.has(row.campaign_title)) continue;
      seen.add(row.campaign_title);
      titles.append(el('option', { value: row.campaign_title }));
    }
  }

  await ask(ROWS);
  return [el('div', { class: 'filters' }, el('label', {}, TEXT.campaign, title, titles)), rows];
}

function listed(found) {
  return cards(TEXT.activities, [
    [TEXT.time, row => when(row.creation_timestamp)],
    ...found.some(row => row.effective_at_iso) ? [[TEXT.countsAt, row => row.effective_at_iso ? when(row.effective_at_iso) : null]] : [],
    [TEXT.campaign, row => text(row.campaign_title)],
    [TEXT.details, props],
  ], found);
}

// Long texts are folded: the details of one activity may have 64 KiB.
function props(row) {
  const fields = Object.entries(row.props ?? {});
  if (fields.length === 0) return null;
  const list = told(fields.map(([name, value]) => [text(name), text(typeof value === 'string' ? value : JSON.stringify(value))]));
  const short = fields.length <= 5 && list.textContent.length <= SHORT;
  return short ? list : el('details', {}, el('summary', {}, fields.length === 1 ? text(fields[0][0]) : TEXT.fields(fields.length)), list);
}
