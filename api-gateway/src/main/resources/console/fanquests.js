// How the quests and rewards of a business stand for a fan: why the fan has them, or what is missing.
import { get } from './calls.js';
import { deed, none, text, when } from './fanparts.js';
import { some } from './pages.js';
import { button, cards, choice, count, el, section, told, unlessLeft } from './parts.js';
import { canPick, pickerOf } from './picker.js';
import { may } from './session.js';
import { namesOf } from './values.js';

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
    const page = key => get('/api/v1/manage/rewards', { business_id: business, limit: STEP, next_key: key }, of.signal);
    const [won, first] = await Promise.all([get(`/api/v1/ent/businesses/${business}/fans/${of.id}/rewards`, {}, of.signal), page(null)]);
    const has = new Map(won.map(one => [one.reward_uid, one]));
    if (won.length === 0 && first.data.length === 0) return none('This business has no rewards.');
    // A reward that was deleted is still the fan's.
    const rows = [...won, ...first.data.filter(one => !has.has(one.reward_uid))];
    const place = el('div', { 'aria-live': 'polite' });
    const show = next => place.replaceChildren(rewardRows(of, rows, has), next ? el('div', { class: 'pager' }, button('Show more', () => {
      more(next).catch(unlessLeft(of.signal));
    }, { class: 'outline' })) : '');
    const more = async next => {
      const following = await page(next);
      rows.push(...following.data.filter(one => !has.has(one.reward_uid)));
      show(following.meta.next_key);
      (place.querySelector('.pager button') ?? place.querySelector('.scroll'))?.focus();
    };
    show(first.meta.next_key);
    return el('div', {}, el('p', { class: 'note' }, won.length === 1 ? 'The fan has 1 reward.' : `The fan has ${count(won.length)} rewards.`), place);
  });
}

function rewardRows(of, rows, has) {
  return cards('Rewards', [
    ['Reward', row => text(row.reward_title)],
    ['The fan has it', row => el('span', { class: has.has(row.reward_uid) ? 'good' : null }, has.has(row.reward_uid) ? 'yes' : 'no')],
    ['Reward is', row => text(row.status_message || row.status)],
    ['Prize code', row => text(row.prize_code)],
    ['Pass', row => text(row.pass_code)],
    ['', row => explaining(of, `/api/v1/manage/rewards/${row.reward_uid}`, row.reward_title)],
  ], rows);
}

// Quests and rewards belong to a business; the one that the fan hears from comes first.
async function ofBusiness(of, key, fill) {
  of.business ??= await firstBusiness(of);
  if (of.business === null) return none('This account has no business yet.');
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
  const label = `Business of the ${key}`;
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
  section(body, of.signal, async () => explained(await get(`${path}/fans/${of.id}/explain`, {}, of.signal)));
}

const GIVEN_BY = { rule: 'its rule', call: 'a call that completed it', hand: 'staff, by hand' };
const PARTS = { requirement: 'Condition', login: 'Login', activity: 'Activity', deed: 'Deed', active: 'Availability', place: 'Place' };

function explained(one) {
  const { gift, rule, causes, conditions } = one;
  return [
    el('p', { class: 'fan-verdict' }, one.is_given ? el('strong', { class: 'good' }, 'The fan has it.')
      : one.status === 'met_not_yet_given' ? el('strong', {}, 'The fan meets the rule and gets it in a moment.')
        : el('strong', { class: 'bad' }, 'The fan does not have it.')),
    gift === null ? '' : told([
      ['Given by', GIVEN_BY[gift.given_by] ?? gift.given_by],
      ['When', when(gift.time)],
      ['Deed', when(gift.deed_timestamp)],
      ['Which of them', gift.number === null ? null : `the ${count(gift.number)}. that was given`],
      ['By', gift.actor],
      ['Position', count(gift.position)],
    ]),
    conditions.length === 0 ? '' : el('ul', { class: 'fan-conditions' }, conditions.map(each => el('li', { class: each.is_met ? 'good' : 'bad' },
      el('span', {}, `${each.is_met ? '✓' : '✗'} ${PARTS[each.part] ?? each.part}: `), text(each.reason),
      each.time === null ? null : el('small', { class: 'about' }, 'since ', when(each.time))))),
    causes.length === 0 ? '' : [el('h3', {}, 'What led to it'), cards('What led to it', [
      ['Part', row => PARTS[row.part] ?? row.part],
      ['Event', row => row.type],
      ['Time', row => when(row.time)],
      ['Position', row => count(row.position), true],
      ...may('audit:read') ? [['By', row => text(row.actor)]] : [],
    ], causes)],
    rule === null ? '' : [el('h3', {}, one.is_given ? 'The rule that was in force' : 'The rule'), told([
      ['Since', when(rule.time)],
      ['Points', rule.requirement?.points_required === null || rule.requirement?.points_required === undefined ? null : count(rule.requirement.points_required)],
      ['Quests', rule.requirement?.required_page_tab_ids?.join(', ') || null],
      ['Tag', text(rule.requirement?.tag_name)],
      ['Deed', rule.quest_type],
      ['Deeds from', when(rule.deeds_from)],
      ['Deeds until', when(rule.deeds_until)],
      ['Expires', when(rule.expiration_timestamp)],
      ['At most', rule.reward_limit === null ? null : count(rule.reward_limit)],
    ])],
  ].flat();
}
