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
// The numbers that have a card even while they are 0.
const ALWAYS = ['new_fans', 'activities'];
const PLACES = {
  show: entry => `#shows/${entry.page_tab_id}/run`,
  campaign: entry => `#things/apps/${entry.page_tab_id}`,
  performance: entry => `#things/performances/${entry.performance_uid}`,
};
// Where people do the things that wait: the place of one of them, and that of all.
const NEEDS = {
  posts: [id => `#posts/${id}`, '#posts'],
  flagged_chat: [id => `#shows/${id}/run`, '#shows'],
  codes: [id => `#things/rewards/${id}`, '#things/rewards'],
  webhooks: [id => `#webhooks/${id}`, '#webhooks'],
  dead_letters: [() => '#letters', '#letters'],
};
const STEPS = { campaign: '#things/apps/new', fan: '#things/fans/new', points: '#things/points/new', quest_or_reward: '#things/quests/new' };

let chosen = 7;

export async function home(main, signal) {
  const me = user();
  const steps = el('div'), numbers = el('div', { class: 'numbers-of-days' }), news = el('div', { class: 'panels' }), graphs = el('div', { class: 'graphs' });
  main.append(
    el('h1', { class: 'long' }, isPerson() && me.name ? HOME.welcome(me.name) : HOME.welcomeAll),
    el('p', { class: 'lead long' }, me.account_name ?? ''),
    steps, numbers, news, graphs,
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
    return told.numbers ? numbersOf(told) : [];
  });

  function numbersOf(told) {
    const of = shownNumbers(told);
    graphs.replaceChildren(...graphsOf(told, of));
    return cardsOf(told, of, periods(told.days, choose));
  }

  async function choose(days) {
    chosen = days;
    await section(numbers, signal, async () => numbersOf(await look(signal)));
    numbers.querySelector('.periods [aria-pressed=true]')?.focus();
  }
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

const NO_POINTS = { given: 0, taken: 0 };

// The types of points with their numbers, those of which most was given first, and how amounts are shown.
function shownNumbers({ numbers: { total, total_before: before, point_types, currency } }) {
  const find = (numbers, type) => numbers.points.find(one => one.point_uid === type.point_uid) ?? NO_POINTS;
  const types = point_types.map(type => ({ ...type, now: find(total, type), before: find(before, type) }))
    .sort((one, other) => other.now.given - one.now.given);
  const money = value => number(Number(value), currency ? { style: 'currency', currency } : { minimumFractionDigits: 2 });
  return { types, money };
}

function cardsOf({ days, numbers: { total, total_before: before, active_fans } }, { types, money }, choice) {
  const counted = name => total[name] > 0 || before[name] > 0 || ALWAYS.includes(name)
    ? card(HOME.names[name], count(total[name]), change(total[name], before[name], count)) : null;
  const [sales, salesBefore] = [Number(total.gross_sale_amount), Number(before.gross_sale_amount)];
  return [
    el('div', { class: 'top' }, el('h2', {}, HOME.happened), choice),
    el('div', { class: 'cards' }, [
      counted('new_fans'),
      card(HOME.activeFans, count(active_fans), el('small', {}, days === 1 ? HOME.activeToday : HOME.activeIn(count(days)))),
      ...['activities', 'quests_completed', 'rewards_issued', 'new_tickets', 'purchases'].map(counted),
      sales !== 0 || salesBefore !== 0 ? card(HOME.sales, money(sales), change(sales, salesBefore, money)) : null,
      ...types.slice(0, MOST_TYPES).map(type => card(HOME.given(type.point_name), count(type.now.given), change(type.now.given, type.before.given, count),
        type.now.taken > 0 ? el('small', {}, HOME.taken(count(type.now.taken))) : '')),
    ].filter(Boolean)),
    el('p', { class: 'note' }, days === 1 ? HOME.comparedToday : HOME.compared(count(days))),
  ];
}

function graphsOf(told, { types }) {
  return [...charts(told, types.slice(0, MOST_TYPES)), ...types.length < 2 ? [] : [el('details', { class: 'numbers' }, el('summary', {}, HOME.allPoints),
    table(HOME.pointsTable, [
      [HOME.type, type => el('span', { class: 'long' }, type.point_name)],
      [HOME.givenNow, type => count(type.now.given), true],
      [HOME.takenNow, type => count(type.now.taken), true],
      [HOME.givenBefore, type => count(type.before.given), true],
      [HOME.takenBefore, type => count(type.before.taken), true],
    ], types))]];
}

function periods(days, choose) {
  return el('div', { class: 'periods', role: 'group', 'aria-label': HOME.period }, PERIODS.map(one =>
    button(HOME.periods[one], () => choose(one), { class: 'outline', 'aria-pressed': String(one === days) })));
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

function charts(told, types) {
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
  return el('li', {}, el('a', { href }, told),
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
