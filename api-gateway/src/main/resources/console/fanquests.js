// How the quests and rewards of a business stand for a fan: why the fan has them, or what is missing.
import { get } from './calls.js';
import { deed, none, text, when } from './fanparts.js';
import { assignReward, completeQuest, pressed } from './fanwrites.js';
import { some } from './pages.js';
import { button, cards, choice, count, el, section, told, unlessLeft } from './parts.js';
import { may } from './session.js';
import { FAN_QUESTS as TEXT, WORDS } from './texts.js';

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
    const [won, all] = await Promise.all([
      get(`/api/v1/ent/businesses/${business}/fans/${of.id}/rewards`, {}, of.signal),
      get('/api/v1/manage/rewards', { business_id: business }, of.signal),
    ]);
    const has = new Map(won.map(one => [one.reward_uid, one]));
    // A reward that was deleted is still the fan's.
    const rows = [...won, ...all.filter(one => !has.has(one.reward_uid))];
    if (rows.length === 0) return none(TEXT.noRewards);
    return el('div', {},
      el('p', { class: 'note' }, TEXT.hasOf(count(won.length), count(rows.length))),
      some(rows, shown => cards(TEXT.rewards, [
        [TEXT.reward, row => text(row.reward_title)],
        [TEXT.hasIt, row => el('span', { class: has.has(row.reward_uid) ? 'good' : null }, has.has(row.reward_uid) ? WORDS.yes : WORDS.no)],
        [TEXT.state, row => text(row.status_message || row.status)],
        [TEXT.prizeCode, row => text(row.prize_code)],
        [TEXT.pass, row => text(row.pass_code)],
        ['', row => [
          may('loyalty:write') && !has.has(row.reward_uid) ? assigning(of, row) : '',
          explaining(of, `/api/v1/manage/rewards/${row.reward_uid}`, row.reward_title),
        ]],
      ], shown), STEP));
  });
}

// Quests and rewards belong to a business; the one that the fan hears from comes first.
async function ofBusiness(of, key, fill) {
  of.businesses ??= await get('/api/v1/businesses', {}, of.signal);
  if (of.businesses.length === 0) return none(TEXT.noBusiness);
  const hears = (of.person.opted_in_business_ids ?? []).map(String);
  of.business ??= String((of.businesses.find(one => hears.includes(String(one.business_id))) ?? of.businesses[0]).business_id);
  const rows = el('div', { 'aria-live': 'polite' });
  const show = () => section(rows, of.signal, async () => [await fill(of.business)]);
  await show();
  return [
    of.businesses.length === 1 ? null : el('div', { class: 'filters' }, choice(TEXT.businessOf(key),
      of.businesses.map(one => [String(one.business_id), one.business_name]), of.business, chosen => {
        of.business = chosen;
        of.changed('quests', 'rewards').catch(unlessLeft(of.signal));
      })),
    rows,
  ].filter(Boolean);
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
  section(body, of.signal, async () => explained(await get(`${path}/fans/${of.id}/explain`, {}, of.signal)));
}

const GIVEN_BY = { rule: TEXT.byRule, call: TEXT.byCall, hand: TEXT.byHand };
const PARTS = { requirement: TEXT.condition, login: TEXT.login, activity: TEXT.activity, deed: TEXT.deed, active: TEXT.availability, place: TEXT.place };

function explained(one) {
  const { gift, rule, causes, conditions } = one;
  return [
    el('p', { class: 'fan-verdict' }, one.is_given ? el('strong', { class: 'good' }, TEXT.isGiven)
      : one.status === 'met_not_yet_given' ? el('strong', {}, TEXT.isMet)
        : el('strong', { class: 'bad' }, TEXT.isNotGiven)),
    gift === null ? '' : told([
      [TEXT.givenBy, GIVEN_BY[gift.given_by] ?? gift.given_by],
      [TEXT.when, when(gift.time)],
      [TEXT.deed, when(gift.deed_timestamp)],
      [TEXT.whichOfThem, gift.number === null ? null : TEXT.number(count(gift.number))],
      [TEXT.by, gift.actor],
      [TEXT.position, count(gift.position)],
    ]),
    conditions.length === 0 ? '' : el('ul', { class: 'fan-conditions' }, conditions.map(each => el('li', { class: each.is_met ? 'good' : 'bad' },
      el('span', {}, `${each.is_met ? '✓' : '✗'} ${PARTS[each.part] ?? each.part}: `), text(each.reason),
      each.time === null ? null : el('small', { class: 'about' }, TEXT.sinceTime, when(each.time))))),
    causes.length === 0 ? '' : [el('h3', {}, TEXT.ledToIt), cards(TEXT.ledToIt, [
      [TEXT.part, row => PARTS[row.part] ?? row.part],
      [TEXT.event, row => row.type],
      [TEXT.time, row => when(row.time)],
      [TEXT.position, row => count(row.position), true],
      ...may('audit:read') ? [[TEXT.by, row => text(row.actor)]] : [],
    ], causes)],
    rule === null ? '' : [el('h3', {}, one.is_given ? TEXT.ruleThen : TEXT.rule), told([
      [TEXT.since, when(rule.time)],
      [TEXT.points, rule.requirement?.points_required === null || rule.requirement?.points_required === undefined ? null : count(rule.requirement.points_required)],
      [TEXT.quests, rule.requirement?.required_page_tab_ids?.join(', ') || null],
      [TEXT.tag, text(rule.requirement?.tag_name)],
      [TEXT.deed, rule.quest_type],
      [TEXT.deedsFrom, when(rule.deeds_from)],
      [TEXT.deedsUntil, when(rule.deeds_until)],
      [TEXT.expires, when(rule.expiration_timestamp)],
      [TEXT.atMost, rule.reward_limit === null ? null : count(rule.reward_limit)],
    ])],
  ].flat();
}
