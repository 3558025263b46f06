// How the quests and rewards of a business stand for a fan: why the fan has them, or what is missing.
import { get } from './calls.js';
import { explained } from './explanation.js';
import { deed, none, text, when } from './fanparts.js';
import { assignReward, completeQuest, pressed } from './fanwrites.js';
import { some } from './pages.js';
import { button, cards, choice, count, el, section, unlessLeft } from './parts.js';
import { canPick, pickerOf } from './picker.js';
import { may } from './session.js';
import { FAN_QUESTS as TEXT, WORDS } from './texts.js';
import { namesOf } from './values.js';

const STEP = 20;
const STANDING = { completed: TEXT.completed, active: TEXT.open, locked: TEXT.locked, hidden: TEXT.hidden };

export function quests(of) {
  return ofBusiness(of, 'quests', async business => {
    const all = await get(`/api/v1/manage/fans/${of.id}/quests`, { business_id: business }, of.signal);
    if (all.length === 0) return none(TEXT.noQuests);
    const done = all.filter(one => one.status === 'completed').length;
    return el('div', {},
      el('p', { class: 'note' }, TEXT.doneOf(count(done), count(all.length))),
      some(all, rows => cards(TEXT.quests, [
        [TEXT.quest, row => text(row.quest_title ?? TEXT.questOf(row.page_tab_id))],
        [TEXT.forThisFan, row => el('span', { class: row.status === 'completed' ? 'good' : null }, STANDING[row.status] ?? row.status)],
        [TEXT.why, row => text(row.reason ?? TEXT.mayComplete)],
        [TEXT.completedAt, row => when(row.completion_timestamp)],
        ['', row => [
          may('loyalty:write') && row.status === 'active' ? completing(of, row, row.quest_title ?? TEXT.questOf(row.page_tab_id)) : '',
          explaining(of, `/api/v1/manage/quests/${row.page_tab_id}`, row.quest_title ?? TEXT.questOf(row.page_tab_id)),
        ]],
      ], rows), STEP));
  });
}

export function rewards(of) {
  return ofBusiness(of, 'rewards', async business => {
    const page = key => get('/api/v1/manage/rewards', { business_id: business, limit: STEP, next_key: key }, of.signal);
    const [won, first] = await Promise.all([get(`/api/v1/ent/businesses/${business}/fans/${of.id}/rewards`, {}, of.signal), page(null)]);
    const has = new Map(won.map(one => [one.reward_uid, one]));
    if (won.length === 0 && first.data.length === 0) return none(TEXT.noRewards);
    // A reward that was deleted is still the fan's.
    const rows = [...won, ...first.data.filter(one => !has.has(one.reward_uid))];
    const place = el('div', { 'aria-live': 'polite' });
    const show = next => place.replaceChildren(rewardRows(of, rows, has), next ? el('div', { class: 'pager' }, button(TEXT.showMore, () => {
      more(next).catch(unlessLeft(of.signal));
    }, { class: 'outline' })) : '');
    const more = async next => {
      const following = await page(next);
      rows.push(...following.data.filter(one => !has.has(one.reward_uid)));
      show(following.meta.next_key);
      (place.querySelector('.pager button') ?? place.querySelector('.scroll'))?.focus();
    };
    show(first.meta.next_key);
    return el('div', {}, el('p', { class: 'note' }, TEXT.hasRewards(won.length, count(won.length))), place);
  });
}

function rewardRows(of, rows, has) {
  return cards(TEXT.rewards, [
    [TEXT.reward, row => text(row.reward_title)],
    [TEXT.hasIt, row => el('span', { class: has.has(row.reward_uid) ? 'good' : null }, has.has(row.reward_uid) ? WORDS.yes : WORDS.no)],
    [TEXT.state, row => text(row.status_message || row.status)],
    [TEXT.prizeCode, row => text(row.prize_code)],
    [TEXT.pass, row => text(row.pass_code)],
    ['', row => [
      may('loyalty:write') && !has.has(row.reward_uid) ? assigning(of, row) : '',
      explaining(of, `/api/v1/manage/rewards/${row.reward_uid}`, row.reward_title),
    ]],
  ], rows);
}

// Quests and rewards belong to a business; the one that the fan hears from comes first.
async function ofBusiness(of, key, fill) {
  of.business ??= await firstBusiness(of);
  if (of.business === null) return none(TEXT.noBusiness);
  const rows = el('div', { 'aria-live': 'polite' });
  await section(rows, of.signal, async () => [await fill(of.business)]);
  return [await businessChoice(of, key), rows].filter(Boolean);
}

async function firstBusiness(of) {
  const heard = (of.person.opted_in_business_ids ?? []).map(String);
  const [names, some] = await Promise.all([namesOf('businesses', heard), of.businesses ?? someBusinesses(of)]);
  of.businesses = some;
  const shown = some.map(one => String(one.business_id));
  // One that was removed has no name.
  return heard.find(id => names.has(id) || shown.includes(id)) ?? shown[0] ?? null;
}

// The businesses are searched, where the user may; others are few enough to be shown at once, or only one.
async function someBusinesses(of) {
  return await canPick({ ref: 'businesses' }) ? (await get('/api/v1/manage/businesses', { limit: 2 }, of.signal)).data : get('/api/v1/businesses', {}, of.signal);
}

async function businessChoice(of, key) {
  if (of.businesses.length === 1 && String(of.businesses[0].business_id) === of.business) return null;
  const label = TEXT.businessOf(key);
  const turn = chosen => {
    of.business = chosen;
    of.changed('quests', 'rewards').catch(unlessLeft(of.signal));
  };
  if (!await canPick({ ref: 'businesses' })) {
    return el('div', { class: 'filters' }, choice(label, of.businesses.map(one => [String(one.business_id), one.business_name]), of.business, turn));
  }
  const field = await pickerOf('businesses', { name: 'business_id', label });
  field.show({ business_id: of.business });
  field.node.addEventListener('chosen', () => turn(field.read().business_id));
  return el('div', { class: 'filters' }, field.node);
}

function completing(of, quest, title) {
  return deed(TEXT.complete, `complete ${quest.page_tab_id}`, () => completeQuest(of, quest, title), { 'aria-label': TEXT.completeOf(title) });
}

function assigning(of, reward) {
  return deed(TEXT.assign, `assign ${reward.reward_uid}`, pressed(of, () => assignReward(of, reward, reward.reward_title)),
    { 'aria-label': TEXT.assignOf(reward.reward_title) });
}

function explaining(of, path, title) {
  return deed(TEXT.explain, `explain ${path}`, () => explain(of, path, title), { 'aria-label': TEXT.explainOf(title) });
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
    el('div', { class: 'buttons' }, button(WORDS.close, leave, { class: 'outline secondary', autofocus: true }))));
  of.signal.addEventListener('abort', leave, { once: true });
  document.body.append(dialog);
  dialog.showModal();
  section(body, of.signal, async () => [explained(await get(`${path}/fans/${of.id}/explain`, {}, of.signal), of.signal)]);
}
