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

// Each part: the key in the page's address, its title, what fills it, its buttons, and the rights without which it shows nothing.
const PARTS = [
  ['points', 'Points', ledger, null, 'loyalty:read'],
  ['consent', 'Contacts and consent', consent, consentDeeds],
  ['tags', 'Tags', tags, tagDeeds],
  ['fields', 'Fields', fields, null],
  ['profile', 'Profile', profile, profileDeeds],
  ['quests', 'Quests', quests, null, 'loyalty:read'],
  ['rewards', 'Rewards', rewards, null, 'loyalty:read'],
  ['tickets', 'Tickets', tickets, null, 'tickets:read'],
  ['registrations', 'Registrations and scans', registrations, null],
  ['activities', 'Activities', activities, null],
  ['purchases', 'Purchases', purchases, null, 'tickets:read'],
  ['connections', 'Connections', connections, null],
  ['idols', 'Idols', idols, null],
  ['identifiers', 'Identifiers', identifiers, null, 'contacts:read'],
  ['sessions', 'Sessions', sessions, sessionDeeds],
  ['media', 'Media', media, null, 'content:read'],
  ['bans', 'Bans', bans, banDeeds, 'moderation:read'],
  ['history', 'History', past, null],
];
// The parts that show the record itself, and what it was before.
const OF_RECORD = ['consent', 'tags', 'fields', 'profile', 'identifiers', 'history'];

export async function fan(main, signal, [given, part]) {
  if (!given) {
    main.append(el('h1', {}, 'Fan'), search(signal));
    return;
  }
  const id = idOf(given);
  entitle(`Fan ${id}`);
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
    main.append(...left === null ? [el('h1', {}, 'No such fan'), search(signal)] : [backToSearch(), title('erased', id), ...[left].flat()]);
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
    const left = may('audit:read', 'loyalty:read') ? await ledger({ id, signal }) : none('Personal data are destroyed.');
    if (signal.aborted) return;
    main.replaceChildren(backToSearch(), title('erased', id), ...[left].flat());
    main.focus();
  };

  async function tell() {
    const [balances, newest] = await Promise.all([
      may('loyalty:read') ? get(`/api/v1/manage/fans/${id}/balances`, {}, signal) : [],
      get(`/api/v1/crm/fans/${id}/activities`, { limit: 1 }, signal),
    ]);
    if (!signal.aborted) head.replaceChildren(summary(of, balances, newest[0]));
  }

  const index = el('nav', { class: 'fan-index', 'aria-label': 'On this page' }, parts.map(one =>
    el('a', { href: `#fan/${id}/${one.key}`, onclick: event => {
      event.preventDefault();
      history.replaceState(history.state, '', `#fan/${id}/${one.key}`);
      one.goTo();
    } }, one.title)));
  main.append(backToSearch(), title(nameOf(record) ?? 'Fan without a name', id), head, deeds(of), index, ...parts.map(one => one.node));
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
        return [el('p', { class: 'bad', role: 'alert' }, trouble.message), button('Try again', load, { class: 'outline fan-again' })];
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
  return el('p', { class: 'back' }, el('a', { href: '#fan' }, 'Find another fan'));
}

function title(name, id) {
  return el('h1', { class: 'long', tabindex: '-1' }, el('bdi', {}, name), ' ', el('small', { class: 'note fan-id' }, id));
}

function summary({ person }, balances, newest) {
  const fact = (name, ...values) => el('div', {}, el('dt', {}, name), values.map(one => el('dd', {}, one)));
  const reach = [text(person.email), text(person.phone)].filter(Boolean);
  const best = balances.filter(one => one.balance !== 0).toSorted((a, b) => b.balance - a.balance).slice(0, 3);
  const consents = [
    person.is_optout ? ['opted out of everything', 'bad'] : null,
    ['emails', person.is_subscribed],
    ['texts', person.is_phone_subscribed],
  ].filter(Boolean).map(([name, said]) => typeof said === 'string' ? el('span', { class: said }, name)
    : el('span', { class: said ? 'good' : null }, `${name}: ${said === true ? 'yes' : said === false ? 'no' : 'never said'}`));
  return el('dl', { class: 'fan-summary' },
    fact('Reached by', ...reach.length > 0 ? reach : [may('contacts:read') ? 'nothing' : 'Your role sees no contacts']),
    fact('Consent', ...consents),
    may('loyalty:read') ? fact('Points', ...best.length === 0 ? ['none'] : best.map(one => [
      el('b', {}, count(one.balance)), ' ', text(one.point_name),
      el('small', { class: 'note' }, ` ${[one.tier_name, one.rank ? `rank ${count(one.rank)}` : null].filter(Boolean).join(', ')}`)])) : null,
    newest === undefined ? fact('Last seen', 'no activity yet') : fact('Last seen', when(newest.creation_timestamp), text(newest.campaign_title)),
    fact('Registered', when(person.creation_timestamp)));
}

// What is done most stands first. What is done to one part of the record stands at that part.
function deeds(of) {
  const all = [
    may('points:write') && may('loyalty:read') && deed('Give points', 'give', pressed(of, () => award(of, false)), { class: null }),
    may('points:write') && may('loyalty:read') && deed('Correct points', 'correct', pressed(of, () => award(of, true))),
    may('export:read', 'contacts:read') && deed('Export', 'export', pressed(of, exportFan)),
    may('fans:write') && deed('Erase', 'erase', pressed(of, erase), { class: 'outline danger' }),
  ].filter(Boolean);
  return all.length === 0 ? '' : el('div', { class: 'fan-deeds' }, all);
}

function search(signal) {
  const found = el('ul', { class: 'fan-found', 'aria-live': 'polite' });
  const words = el('input', { type: 'search', name: 'words', placeholder: may('contacts:read') ? 'Name, email, phone or fan id' : 'Fan id', 'aria-label': 'Find a fan' });
  const open = async () => {
    const given = words.value.trim();
    if (!given) return;
    if (!may('contacts:read')) {
      if (/^\d+$/.test(given)) location.hash = `#fan/${given}`;
      else found.replaceChildren(el('li', {}, 'Enter the id of a fan: your role does not search names.'));
      return;
    }
    const fans = (await get('/api/v1/crm/fans', { name: given, limit: 20 }, signal)).data;
    if (fans.length === 1) {
      location.hash = `#fan/${fans[0].fan_id}`;
      return;
    }
    found.replaceChildren(...(fans.length === 0 ? [el('li', {}, 'No fans found.')] : fans.map(one =>
      el('li', {}, el('a', { class: 'long', href: `#fan/${one.fan_id}` }, el('bdi', {}, nameOf(one) ?? `fan ${one.fan_id}`))))));
  };
  const form = el('form', { role: 'search', onsubmit: event => {
    event.preventDefault();
    open().catch(unlessLeft(signal));
  } }, words);
  return el('div', {}, form, found);
}
