// The start page: what happened, what is on and next, what needs somebody, and where to go; as far as the rights reach. A new
// account sees its first steps.
import { get } from './calls.js';
import { chart } from './chart.js';
import { day, minute, onClock, when } from './locale.js';
import { groups, icon } from './navigation.js';
import { button, count, el, number, section, table } from './parts.js';
import { isPerson, user } from './session.js';
import { HOME } from './texts.js';

const PERIODS = [1, 7, 30];
// So many types of points have a card and a line each; the table has all of them.
const MOST_TYPES = 4;
const PLACES = {
  show: entry => `#things/live/${entry.page_tab_id}`,
  campaign: entry => `#things/apps/${entry.page_tab_id}`,
  performance: entry => `#things/performances/${entry.performance_uid}`,
};
// Where somebody does what waits: the place of one thing, and that of all, where there is one that the same right opens.
const NEEDS = {
  posts: [id => `#things/streams.records/${id}`, null],
  flagged_chat: [id => `#things/live.chat_messages/${id}`, null],
  codes: [id => `#things/rewards/${id}`, '#things/rewards'],
  webhooks: [id => `#things/webhooks/${id}`, '#things/webhooks'],
  dead_letters: [() => '#letters', '#letters'],
};
const STEPS = { campaign: '#things/apps/new', fan: '#things/fans/new', points: '#things/points/new', quest_or_reward: '#things/quests/new' };

let chosen = 7;

export async function home(main, signal) {
  const me = user();
  const steps = el('div'), numbers = el('div', { class: 'numbers-of-days' }), news = el('div', { class: 'panels' });
  main.append(
    el('h1', { class: 'long' }, isPerson() && me.name ? HOME.welcome(me.name) : HOME.welcomeAll),
    el('p', { class: 'lead long' }, me.account_name ?? ''),
    steps, numbers, news,
    el('h2', { class: 'unseen' }, HOME.doors),
    el('ul', { class: 'doors' }, groups().filter(group => group.name !== 'home').map(group =>
      el('li', {}, el('article', {}, icon(group.drawing),
        el('h3', {}, group.title),
        el('p', { class: 'note' }, group.about),
        el('ul', {}, group.pages.map(page => el('li', {}, door(page)))))))));
  await section(numbers, signal, async () => {
    const told = await look(signal);
    steps.replaceChildren(...firstSteps(told.first_steps));
    news.replaceChildren(...panels(told));
    return told.numbers ? numbersOf(told, numbers, signal) : [];
  });
}

function look(signal) {
  return get('/api/v1/manage/home', { days: chosen }, signal);
}

function door({ path, title }) {
  const link = el('a', {}, title);
  link.href = path.startsWith('/') ? path : `#${path}`;
  return link;
}

// First steps, until all are done or somebody hides them here.

function firstSteps(steps) {
  const left = steps.filter(one => !one.is_done).length;
  if (left === 0 || isHidden()) return [];
  const place = el('section', { class: 'panel steps', 'aria-labelledby': 'first_steps' },
    el('div', { class: 'top' }, el('h2', { id: 'first_steps' }, HOME.firstSteps),
      el('span', { class: 'note' }, HOME.stepsDone(count(steps.length - left), count(steps.length))),
      button(HOME.hide, () => {
        hide();
        place.remove();
        document.getElementById('view').focus();
      }, { class: 'link', 'aria-label': HOME.hideSteps })),
    el('ol', {}, steps.map(({ step, is_done }) => {
      const [title, about] = HOME.steps[step] ?? [step, ''];
      return el('li', { class: is_done ? 'done' : null }, el('span', { class: 'tick', 'aria-hidden': 'true' }, is_done ? '✓' : ''),
        el('span', {}, is_done ? el('span', {}, title, el('span', { class: 'unseen' }, ` ${HOME.done}`)) : el('a', { href: addressOf(step) }, title),
          el('small', { class: 'note' }, about)));
    })));
  return [place];
}

// A colleague, a pair or a webhook: what the rights allow.
function addressOf(step) {
  return STEPS[step] ?? ['people', 'keys', 'things/webhooks'].map(path => groups().some(group => group.pages.some(page => page.path === path)) && `#${path}`).find(Boolean) ?? '#things';
}

const hiddenKey = () => `encore-first-steps-${user().account_id}`;

function isHidden() {
  try {
    return localStorage.getItem(hiddenKey()) === 'hidden';
  } catch {
    return false;
  }
}

function hide() {
  try {
    localStorage.setItem(hiddenKey(), 'hidden');
  } catch {
    // A browser that keeps nothing shows them again.
  }
}

// Numbers.

function numbersOf(told, place, signal) {
  const { total, total_before: before, active_fans, point_types, currency } = told.numbers;
  const days = told.days;
  const given = new Map(total.points.map(one => [one.point_uid, one]));
  const givenBefore = new Map(before.points.map(one => [one.point_uid, one]));
  const types = point_types.toSorted((one, other) => (given.get(other.point_uid)?.given ?? 0) - (given.get(one.point_uid)?.given ?? 0));
  const money = value => currency ? number(Number(value), { style: 'currency', currency }) : number(Number(value), { minimumFractionDigits: 2 });
  const plain = (name, always = false) => always || total[name] > 0 || before[name] > 0 ? [card(HOME.names[name], count(total[name]), change(total[name], before[name], count))] : [];
  return [
    el('div', { class: 'top' }, el('h2', {}, HOME.happened), periods(days, place, signal)),
    el('div', { class: 'cards' },
      ...plain('new_fans', true),
      card(HOME.activeFans, count(active_fans), el('small', {}, days === 1 ? HOME.activeToday : HOME.activeIn(count(days)))),
      ...plain('activities', true),
      ...plain('quests_completed'), ...plain('rewards_issued'), ...plain('new_tickets'), ...plain('purchases'),
      ...Number(total.gross_sale_amount) !== 0 || Number(before.gross_sale_amount) !== 0
        ? [card(HOME.sales, money(total.gross_sale_amount), change(Number(total.gross_sale_amount), Number(before.gross_sale_amount), money))] : [],
      ...types.slice(0, MOST_TYPES).map(type => {
        const now = given.get(type.point_uid) ?? NO_POINTS, then = givenBefore.get(type.point_uid) ?? NO_POINTS;
        return card(HOME.given(type.point_name), count(now.given), change(now.given, then.given, count), now.taken > 0 ? el('small', {}, HOME.taken(count(now.taken))) : '');
      })),
    el('p', { class: 'note' }, days === 1 ? HOME.comparedToday : HOME.compared(count(days))),
    ...charts(told, types.slice(0, MOST_TYPES), money),
    ...types.length > 1 ? [el('details', { class: 'numbers' }, el('summary', {}, HOME.allPoints), table(HOME.pointsTable, [
      [HOME.type, type => el('span', { class: 'long' }, type.point_name)],
      [HOME.givenNow, type => count((given.get(type.point_uid) ?? NO_POINTS).given), true],
      [HOME.takenNow, type => count((given.get(type.point_uid) ?? NO_POINTS).taken), true],
      [HOME.givenBefore, type => count((givenBefore.get(type.point_uid) ?? NO_POINTS).given), true],
      [HOME.takenBefore, type => count((givenBefore.get(type.point_uid) ?? NO_POINTS).taken), true],
    ], types))] : [],
  ];
}

const NO_POINTS = { given: 0, taken: 0 };

function periods(days, place, signal) {
  return el('div', { class: 'periods', role: 'group', 'aria-label': HOME.period }, PERIODS.map(one =>
    button(HOME.periods[one], () => {
      chosen = one;
      section(place, signal, async () => numbersOf(await look(signal), place, signal))
        .then(() => place.querySelector('.periods [aria-pressed=true]')?.focus());
    }, { class: 'outline', 'aria-pressed': String(one === days) })));
}

function card(title, value, ...more) {
  return el('article', {}, el('span', { class: 'long' }, title), el('b', {}, value), ...more);
}

// How much more or less than before. Without anything before there is nothing to compare with.
function change(now, before, shown) {
  if (before === 0) return now === 0 ? '' : el('small', {}, HOME.noneBefore);
  const share = (now - before) / before;
  const way = now > before ? 'more' : now < before ? 'less' : 'same';
  return el('small', { class: way }, way === 'same' ? HOME.same : HOME[way](number(Math.abs(share), { style: 'percent', maximumFractionDigits: 0 })),
    el('span', {}, HOME.before(shown(before))));
}

function charts(told, types, money) {
  const rows = told.numbers.series;
  const isByDay = told.days > 1;
  // Charts of days draw days of UTC: the day of the account stands for itself.
  const at = ({ start_timestamp: start }) => isByDay ? Date.parse(onClock(new Date(start * 1000)).slice(0, 10)) / 1000 : start;
  const one = (title, series, kind = 'bars') => {
    const shown = series.filter(({ points }) => points.some(([, value]) => value !== 0));
    return shown.length === 0 ? null : el('section', {}, el('h3', {}, title), chart({ title, series: shown, kind, days: isByDay, height: 180 }));
  };
  const of = name => [{ label: HOME.names[name], points: rows.map(row => [at(row), row.numbers[name]]) }];
  const drawn = [
    one(HOME.names.new_fans, of('new_fans')),
    one(HOME.names.activities, of('activities')),
    one(HOME.pointsGiven, types.map(type => ({
      label: type.point_name,
      points: rows.map(row => [at(row), row.numbers.points.find(points => points.point_uid === type.point_uid)?.given ?? 0]),
    })), types.length === 1 ? 'bars' : 'line'),
    one(HOME.salesBy, [{ label: HOME.sales, points: rows.map(row => [at(row), Number(row.numbers.gross_sale_amount)]) }]),
  ].filter(Boolean);
  return drawn.length === 0 ? [] : [el('div', { class: 'charts' }, drawn)];
}

// What is on and next, and what needs somebody.

function panels({ on_now, next, needs }) {
  const reads = on_now.length + next.length > 0;
  return [
    panel(HOME.needsTitle, needs.length === 0 ? el('p', { class: 'note' }, HOME.needsNone) : el('ul', { class: 'needs' }, needs.map(need))),
    reads ? panel(HOME.onNow, on_now.length === 0 ? el('p', { class: 'note' }, HOME.onNone) : el('ul', {}, on_now.map(entry))) : null,
    next.length > 0 ? panel(HOME.next, el('ul', {}, next.map(entry))) : null,
  ].filter(Boolean);
}

function panel(title, content) {
  return el('section', { class: 'panel' }, el('h2', {}, title), content);
}

function need({ kind, count: many, is_at_least, things }) {
  const [one, all] = NEEDS[kind];
  const href = things.length === 1 ? one(things[0].id) : all;
  const told = HOME.needs[kind](many, is_at_least ? HOME.atLeast(count(many)) : count(many));
  return el('li', {}, href === null ? el('span', {}, told) : el('a', { href }, told),
    things.length > 0 && kind !== 'dead_letters' ? el('small', { class: 'note' }, things.flatMap((thing, at) => [at === 0 ? '' : ', ',
      el('a', { class: 'long', href: one(thing.id) }, thing.name || thing.id)])) : '');
}

function entry(of) {
  return el('li', {}, el('a', { class: 'long', href: PLACES[of.kind](of) }, of.name || HOME.unnamed),
    el('small', { class: 'note' }, ...said(of)));
}

function said({ kind, live_status, start_timestamp: start, end_timestamp: end, performance_date }) {
  if (kind === 'show') return [HOME.showState[live_status] ?? live_status];
  if (kind === 'performance') return [HOME.performance, ' ', day(performance_date)];
  const isComing = start !== null && start * 1000 > Date.now();
  if (isComing) return [HOME.campaignFrom, ' ', when(start, minute)];
  return end === null ? [HOME.campaign] : [HOME.campaignUntil, ' ', when(end, minute)];
}
