// One fan on one page: what a support agent looks for, what can be done, and all parts of the record. A part asks for its
// data when it is scrolled to.
import { activities } from './activities.js';
import { purchases, registrations, tickets } from './bought.js';
import { get, idOf } from './calls.js';
import { count, deed, focused, none, text, when } from './fanparts.js';
import { quests, rewards } from './fanquests.js';
import { award, erase, exportFan, pressed } from './fanwrites.js';
import { history as changesOf } from './history.js';
import { ledger } from './ledger.js';
import { nameOf } from './names.js';
import { button, el, entitle, section, unlessLeft } from './parts.js';
import {
  banDeeds, bans, connections, consent, consentDeeds, fields, identifiers, idols, media, profile, profileDeeds, sessionDeeds,
  sessions, tagDeeds, tags,
} from './record.js';
import { may, user } from './session.js';
import { FAN as TEXT, FRAME, IMPORTS, WORDS } from './texts.js';

// Each part: the key in the page's address, its title, what fills it, its buttons, and the rights without which it shows nothing.
const PARTS = [
  ['points', TEXT.points, ledger, null, 'loyalty:read'],
  ['consent', TEXT.contactsAndConsent, consent, consentDeeds],
  ['tags', TEXT.tags, tags, tagDeeds],
  ['fields', TEXT.fields, fields, null],
  ['profile', TEXT.profile, profile, profileDeeds],
  ['quests', TEXT.quests, quests, null, 'loyalty:read'],
  ['rewards', TEXT.rewards, rewards, null, 'loyalty:read'],
  ['tickets', TEXT.tickets, tickets, null, 'tickets:read'],
  ['registrations', TEXT.registrationsAndScans, registrations, null],
  ['activities', TEXT.activities, activities, null],
  ['purchases', TEXT.purchases, purchases, null, 'tickets:read'],
  ['connections', TEXT.connections, connections, null],
  ['idols', TEXT.idols, idols, null],
  ['identifiers', TEXT.identifiers, identifiers, null, 'contacts:read'],
  ['sessions', TEXT.sessions, sessions, sessionDeeds],
  ['media', TEXT.media, media, null, 'content:read'],
  ['bans', TEXT.bans, bans, banDeeds, 'moderation:read'],
  ['history', TEXT.history, past, null],
];
// The parts that show the record itself, and what it was before.
const OF_RECORD = ['consent', 'tags', 'fields', 'profile', 'identifiers', 'history'];

// An activity may have many details, so few are read.
const RECENT = 20;

export async function fan(main, signal, [given, part]) {
  if (!given) {
    main.append(
      el('header', { class: 'thing-head' }, el('h1', {}, TEXT.fans), may('fans:write') ? el('div', { class: 'actions' }, el('a', { class: 'go quiet', href: '#imports/fans' }, IMPORTS.link),
        el('a', { class: 'go', href: '#things/fans/new' }, TEXT.add)) : ''),
      search(signal),
      el('p', { class: 'note' }, el('a', { href: '#search' }, TEXT.byCriteria)));
    return;
  }
  const id = idOf(given);
  entitle(WORDS.fanTitle(id));
  const record = await get(`/api/v1/crm/fans/${id}`, {}, signal).catch(trouble => {
    if (trouble.status === 404 && may('audit:read', 'loyalty:read')) return null;
    throw trouble;
  });
  if (record === null) {
    // Who is erased still has a ledger; an id of nobody has none.
    const left = await ledger({ id, signal }).catch(trouble => {
      if (trouble.status === 404) return null;
      throw trouble;
    });
    main.append(...left === null ? [el('h1', {}, TEXT.noSuchFan), search(signal)] : [backToSearch(), title(TEXT.erased, id), ...[left].flat()]);
    return;
  }
  shown(main, signal, id, record, part);
}

function shown(main, signal, id, record, wanted) {
  const of = { id, signal, person: record, points: null };
  const head = el('div');
  const parts = PARTS.filter(([, , , , ...rights]) => may(...rights)).map(one => partOf(of, one));
  const place = key => parts.find(one => one.key === key);

  // Shows what a change has led to: in the record, in the head, and in the parts that are on the page.
  of.changed = async (...keys) => {
    const back = focused();
    if (keys.includes('person')) of.person = await get(`/api/v1/crm/fans/${id}`, {}, signal);
    const again = new Set(keys.flatMap(key => key === 'person' ? OF_RECORD : [key]));
    await Promise.all([
      keys.includes('person') || keys.includes('points') ? tell() : null,
      ...parts.filter(one => again.has(one.key)).map(one => one.renew()),
    ]);
    back();
  };
  of.erased = async () => {
    const left = may('audit:read', 'loyalty:read') ? await ledger({ id, signal }) : none(TEXT.isDestroyed);
    if (signal.aborted) return;
    main.replaceChildren(backToSearch(), title(TEXT.erased, id), ...[left].flat());
    main.closest('main').focus();
  };

  async function tell() {
    const [balances, recorded] = await Promise.all([
      may('loyalty:read') ? get(`/api/v1/manage/fans/${id}/balances`, {}, signal) : [],
      get(`/api/v1/crm/fans/${id}/activities`, { limit: RECENT }, signal),
    ]);
    if (!signal.aborted) head.replaceChildren(summary(of, balances, latest(recorded)));
  }

  const index = el('nav', { class: 'fan-index', 'aria-label': TEXT.onThisPage }, parts.map(one =>
    el('a', { href: `#fan/${id}/${one.key}`, onclick: event => {
      event.preventDefault();
      history.replaceState(history.state, '', `#fan/${id}/${one.key}`);
      one.goTo();
    } }, one.title)));
  main.append(backToSearch(), title(nameOf(record) ?? TEXT.noName, id), head, deeds(of), index, ...parts.map(one => one.node));
  section(head, signal, () => tell().then(() => null));
  const watch = new IntersectionObserver(seen => seen.filter(one => one.isIntersecting)
    .forEach(one => parts.find(part => part.node === one.target).see()));
  signal.addEventListener('abort', () => watch.disconnect(), { once: true });
  parts.forEach(one => watch.observe(one.node));
  // The addresses of earlier pages of a fan.
  place(wanted === 'record' ? 'profile' : wanted)?.goTo();
}

function partOf(of, [key, name, fill, buttons]) {
  const body = el('div', { class: 'fan-body' });
  const heading = el('h2', { id: `fan_${key}`, tabindex: '-1' }, name);
  const node = el('section', { class: 'fan-part', 'aria-labelledby': `fan_${key}` },
    el('div', { class: 'fan-head' }, heading, (buttons?.(of) ?? []).filter(Boolean)), body);
  let isAsked = false;
  const load = () => {
    isAsked = true;
    return section(body, of.signal, async () => {
      try {
        return [await fill(of)].flat();
      } catch (trouble) {
        if (of.signal.aborted || trouble.isSignedOut) throw trouble;
        return [el('p', { class: 'bad', role: 'alert' }, trouble.message), button(FRAME.tryAgain, load, { class: 'outline fan-again' })];
      }
    });
  };
  return {
    key,
    title: name,
    node,
    see: () => isAsked ? null : load(),
    renew: () => isAsked ? load() : null,
    goTo: () => {
      node.scrollIntoView();
      heading.focus({ preventScroll: true });
    },
  };
}

// Who changed the record, and what it was before. The part has its heading already.
function past({ id, signal }) {
  const changes = changesOf(`fan.${user().account_id}.${id}`, null, signal);
  changes.querySelector('h2').remove();
  changes.removeAttribute('aria-label');
  return changes;
}

function backToSearch() {
  return el('p', { class: 'back' }, el('a', { href: '#fan' }, TEXT.findAnother));
}

function title(name, id) {
  return el('h1', { class: 'long', tabindex: '-1' }, el('bdi', {}, name), ' ', el('small', { class: 'note fan-id' }, id));
}

const happenedAt = row => row.effective_at_iso ?? row.creation_timestamp_iso;

// The list is in the order of recording, in which an import comes after newer activities.
function latest(recorded) {
  return recorded.toSorted((a, b) => Date.parse(happenedAt(b)) - Date.parse(happenedAt(a)))[0];
}

function summary({ person }, balances, newest) {
  const fact = (name, ...values) => el('div', {}, el('dt', {}, name), values.map(one => el('dd', {}, one)));
  const reach = [text(person.email), text(person.phone)].filter(Boolean);
  const best = balances.filter(one => one.balance !== 0).toSorted((a, b) => b.balance - a.balance).slice(0, 3);
  const consents = [
    person.is_optout ? [TEXT.optedOut, 'bad'] : null,
    [TEXT.emails, person.is_subscribed],
    [TEXT.texts, person.is_phone_subscribed],
  ].filter(Boolean).map(([name, said]) => typeof said === 'string' ? el('span', { class: said }, name)
    : el('span', { class: said ? 'good' : null }, `${name}: ${said === true ? WORDS.yes : said === false ? WORDS.no : WORDS.neverSaid}`));
  return el('dl', { class: 'fan-summary' },
    fact(TEXT.reachedBy, ...reach.length > 0 ? reach : [may('contacts:read') ? TEXT.nothing : TEXT.noContacts]),
    fact(TEXT.consent, ...consents),
    may('loyalty:read') ? fact(TEXT.points, ...best.length === 0 ? [TEXT.none] : best.map(one => [
      el('b', {}, count(one.balance)), ' ', text(one.point_name),
      el('small', { class: 'note' }, ` ${[one.tier_name, one.rank ? TEXT.rank(count(one.rank)) : null].filter(Boolean).join(', ')}`)])) : null,
    newest === undefined ? fact(TEXT.lastSeen, TEXT.noActivityYet) : fact(TEXT.lastSeen, when(happenedAt(newest)), text(newest.campaign_title)),
    fact(TEXT.registered, when(person.creation_timestamp)));
}

// What is done most stands first. What is done to one part of the record stands at that part.
function deeds(of) {
  const all = [
    may('points:write') && may('loyalty:read') && deed(TEXT.givePoints, 'give', pressed(of, () => award(of, false)), { class: null }),
    may('points:write') && may('loyalty:read') && deed(TEXT.correctPoints, 'correct', pressed(of, () => award(of, true))),
    may('export:read', 'contacts:read') && deed(TEXT.export, 'export', pressed(of, exportFan)),
    may('fans:write') && deed(TEXT.erase, 'erase', pressed(of, erase), { class: 'outline danger' }),
  ].filter(Boolean);
  return all.length === 0 ? '' : el('div', { class: 'fan-deeds' }, all);
}

function search(signal) {
  const found = el('ul', { class: 'fan-found', 'aria-live': 'polite' });
  const words = el('input', { type: 'search', name: 'words', placeholder: may('contacts:read') ? TEXT.searchHint : TEXT.fanId, 'aria-label': TEXT.findFan });
  const open = async () => {
    const given = words.value.trim();
    if (!given) return;
    if (!may('contacts:read')) {
      if (/^\d+$/.test(given)) location.hash = `#fan/${given}`;
      else found.replaceChildren(el('li', {}, TEXT.enterId));
      return;
    }
    const fans = (await get('/api/v1/crm/fans', { name: given, limit: 20 }, signal)).data;
    if (fans.length === 1) {
      location.hash = `#fan/${fans[0].fan_id}`;
      return;
    }
    found.replaceChildren(...(fans.length === 0 ? [el('li', {}, TEXT.noneFound)] : fans.map(one =>
      el('li', {}, el('a', { class: 'long', href: `#fan/${one.fan_id}` }, el('bdi', {}, nameOf(one) ?? WORDS.fan(one.fan_id)))))));
  };
  const form = el('form', { role: 'search', onsubmit: event => {
    event.preventDefault();
    open().catch(unlessLeft(signal));
  } }, words);
  return el('div', {}, form, found);
}
