// How the quests and rewards of a business stand for a fan: why the fan has them, or what is missing.
import { get } from './calls.js';
import { explained } from './explanation.js';
import { deed, none, text, when } from './fanparts.js';
import { some } from './pages.js';
import { button, cards, choice, count, el, section, unlessLeft } from './parts.js';

const STEP = 20;
const STANDING = { completed: 'completed', active: 'open', locked: 'locked', hidden: 'hidden' };

export function quests(of) {
  return ofBusiness(of, 'quests', async business => {
    const all = await get(`/api/v1/manage/fans/${of.id}/quests`, { business_id: business }, of.signal);
    if (all.length === 0) return none('This business has no quests.');
    const done = all.filter(one => one.status === 'completed').length;
    return el('div', {},
      el('p', { class: 'note' }, `${count(done)} of ${count(all.length)} completed.`),
      some(all, rows => cards('Quests', [
        ['Quest', row => text(row.quest_title ?? `quest ${row.page_tab_id}`)],
        ['For this fan', row => el('span', { class: row.status === 'completed' ? 'good' : null }, STANDING[row.status] ?? row.status)],
        ['Why', row => text(row.reason ?? 'The fan may complete it.')],
        ['Completed', row => when(row.completion_timestamp)],
        ['', row => explaining(of, `/api/v1/manage/quests/${row.page_tab_id}`, row.quest_title ?? `quest ${row.page_tab_id}`)],
      ], rows), STEP));
  });
}

export function rewards(of) {
  return ofBusiness(of, 'rewards', async business => {
    const [won, all] = await Promise.all([
      get(`/api/v1/ent/businesses/${business}/fans/${of.id}/rewards`, {}, of.signal),
      get('/api/v1/manage/rewards', { business_id: business }, of.signal),
    ]);
    const has = new Map(won.map(one => [one.reward_uid, one]));
    // A reward that was deleted is still the fan's.
    const rows = [...won, ...all.filter(one => !has.has(one.reward_uid))];
    if (rows.length === 0) return none('This business has no rewards.');
    return el('div', {},
      el('p', { class: 'note' }, `The fan has ${count(won.length)} of ${count(rows.length)}.`),
      some(rows, shown => cards('Rewards', [
        ['Reward', row => text(row.reward_title)],
        ['The fan has it', row => el('span', { class: has.has(row.reward_uid) ? 'good' : null }, has.has(row.reward_uid) ? 'yes' : 'no')],
        ['Reward is', row => text(row.status_message || row.status)],
        ['Prize code', row => text(row.prize_code)],
        ['Pass', row => text(row.pass_code)],
        ['', row => explaining(of, `/api/v1/manage/rewards/${row.reward_uid}`, row.reward_title)],
      ], shown), STEP));
  });
}

// Quests and rewards belong to a business; the one that the fan hears from comes first.
async function ofBusiness(of, key, fill) {
  of.businesses ??= await get('/api/v1/businesses', {}, of.signal);
  if (of.businesses.length === 0) return none('This account has no business yet.');
  const hears = (of.person.opted_in_business_ids ?? []).map(String);
  of.business ??= String((of.businesses.find(one => hears.includes(String(one.business_id))) ?? of.businesses[0]).business_id);
  const rows = el('div', { 'aria-live': 'polite' });
  const show = () => section(rows, of.signal, async () => [await fill(of.business)]);
  await show();
  return [
    of.businesses.length === 1 ? null : el('div', { class: 'filters' }, choice(`Business of the ${key}`,
      of.businesses.map(one => [String(one.business_id), one.business_name]), of.business, chosen => {
        of.business = chosen;
        of.changed('quests', 'rewards').catch(unlessLeft(of.signal));
      })),
    rows,
  ].filter(Boolean);
}

function explaining(of, path, title) {
  return deed('Explain', `explain ${path}`, () => explain(of, path, title), { 'aria-label': `Explain ${title}` });
}

function explain(of, path, title) {
  const body = el('div');
  const leave = () => dialog.close();
  const dialog = el('dialog', { class: 'fan-dialog', 'aria-labelledby': 'explain_title', onclose: () => {
    of.signal.removeEventListener('abort', leave);
    dialog.remove();
  } }, el('article', {},
    el('h2', { id: 'explain_title', class: 'long' }, text(title)),
    body,
    el('div', { class: 'buttons' }, button('Close', leave, { class: 'outline secondary', autofocus: true }))));
  of.signal.addEventListener('abort', leave, { once: true });
  document.body.append(dialog);
  dialog.showModal();
  section(body, of.signal, async () => [explained(await get(`${path}/fans/${of.id}/explain`, {}, of.signal), of.signal)]);
}
