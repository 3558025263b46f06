// Choosing the page: a link that was mailed, the sign-in, or a view. Secrets are sent once and stored nowhere; scripts cannot
// read the cookie.
import { account } from './account.js';
import { signInOver } from './again.js';
import { automations } from './automations.js';
import { bans } from './bans.js';
import { board } from './board.js';
import { get, post, remove } from './calls.js';
import { campaigns } from './campaigns.js';
import { events } from './events.js';
import { fan } from './fan.js';
import { finder } from './finder.js';
import { home } from './home.js';
import { keys } from './keys.js';
import { lastCalls } from './lastcalls.js';
import { letters } from './letters.js';
import { linkPage, takenLink } from './link.js';
import { shownZone } from './locale.js';
import { drawNavigation, icon, markCurrent, pageOf } from './navigation.js';
import { operations } from './operations.js';
import { button, el, entitle, forgetTables, say } from './parts.js';
import { people } from './people.js';
import { posts } from './posts.js';
import { projections } from './projections.js';
import { forget, search } from './search.js';
import { segments } from './segments.js';
import { isPerson, isSame, may, rememberAccount, roleName, signedInAs, user } from './session.js';
import { settings } from './settings.js';
import { signInPage } from './signin.js';
import { tail } from './tail.js';
import { FRAME, OFFLINE } from './texts.js';
import { ticketEvents } from './ticketevents.js';
import { webhooks } from './webhooks.js';

const RENEW = 5 * 60 * 1000;
// Below this width the navigation is a drawer; frame.css names it too.
const NARROW = matchMedia('(max-width: 60rem)');
const MENU = 'M3 6h14M3 10h14M3 14h14';
const GLASS = 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4';
// Each view with the rights without which it shows nothing.
const views = {
  home: [home],
  board: [board, 'loyalty:read'],
  tail: [tail, 'loyalty:read', 'audit:read'],
  events: [events, 'audit:read'],
  search: [search, 'fans:read'],
  fan: [fan, 'fans:read'],
  segments: [segments, 'fans:read'],
  campaigns: [campaigns, 'campaigns:read'],
  tickets: [ticketEvents, 'tickets:read'],
  shows: [async (...of) => (await import('./shows.js')).shows(...of), 'live:read'],
  bans: [bans, 'moderation:read'],
  posts: [posts, 'moderation:read'],
  projections: [projections, 'system:read'],
  letters: [letters, 'system:read'],
  automations: [automations, 'system:read'],
  operations: [operations, 'audit:read'],
  keys: [keys, 'keys:read'],
  webhooks: [webhooks, 'webhooks:read'],
  calls: [lastCalls, 'keys:read'],
  people: [people, 'people:read'],
  settings: [settings, 'system:read'],
  account: [account],
  programme: [async (...of) => (await import('./programme.js')).programme(...of), 'loyalty:read'],
  imports: [async (...of) => (await import('./imports.js')).imports(...of), 'fans:write'],
  // The server decides on each resource, and the page says so.
  things: [async (...of) => (await import('./things.js')).things(...of)],
};
const main = document.getElementById('view');
const bar = document.getElementById('bar');
const side = document.getElementById('side');
const banner = document.getElementById('banner');
const nav = document.getElementById('tabs');
const whoami = document.getElementById('whoami');
const zone = document.getElementById('zone');
let drawer = null;
let leaving = new AbortController();
let renewing = 0;

function isAllowed(name) {
  return may(...views[name].slice(1));
}

function show() {
  const link = takenLink();
  if (link !== null) {
    openLink(link);
    return;
  }
  if (user() === null) return;
  leaving.abort();
  leaving = new AbortController();
  const route = location.hash.slice(1);
  const [asked, ...rest] = route.split('/');
  const name = Object.hasOwn(views, asked) ? asked : 'home';
  markCurrent(nav, name === asked ? route : 'home');
  for (const one of [whoami, zone]) {
    if (one.hash === `#${name}`) one.setAttribute('aria-current', 'page');
    else one.removeAttribute('aria-current');
  }
  entitle(name === 'account' ? FRAME.yourAccount : pageOf(name === asked ? route : 'home')?.title);
  say('');
  const within = main.contains(document.activeElement) || drawer !== null;
  drawer?.close();
  // Each page has an element of its own: what a page that was left still draws is seen nowhere.
  const page = el('div', { class: 'page' });
  main.replaceChildren(page);
  scrollTo(0, 0);
  if (within) main.focus();
  if (!isAllowed(name)) {
    page.append(el('h1', {}, FRAME.notForRole), el('p', {}, FRAME.notForRoleAbout(roleName(user().role))));
    return;
  }
  const signal = leaving.signal;
  views[name][0](page, signal, rest.map(decoded)).catch(trouble => {
    if (signal.aborted || trouble.name === 'AbortError') return;
    if (trouble.isSignedOut) signIn();
    else say(trouble.message, true);
  });
}

// An address may be cut off anywhere.
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function signedIn() {
  try {
    signedInAs(await get('/api/v1/manage/me'));
  } catch (trouble) {
    if (trouble.isSignedOut) signIn();
    else {
      signedOut();
      main.replaceChildren(el('div', { class: 'signin' },
        el('p', { class: 'bad', role: 'alert' }, trouble.message), button(FRAME.tryAgain, signedIn)));
    }
    return;
  }
  if (user().account_id) rememberAccount(String(user().account_id));
  others?.postMessage({ account_id: user().account_id, person_uid: user().person_uid, api_key: user().api_key });
  tell();
  bar.hidden = side.hidden = false;
  document.body.classList.add('framed');
  clearInterval(renewing);
  renewing = setInterval(renew, RENEW);
  show();
  main.focus();
}

function tell() {
  const me = user();
  drawNavigation(nav);
  markCurrent(nav, Object.hasOwn(views, location.hash.slice(1).split('/')[0]) ? location.hash.slice(1) : 'home');
  whoami.replaceChildren(el('span', { class: 'who' }, isPerson() ? me.name ?? me.email ?? FRAME.you : FRAME.pair),
    el('small', {}, [isPerson() ? roleName(me.role) : null, me.account_name ?? FRAME.account(me.account_id)].filter(Boolean).join(', ')));
  whoami.title = isPerson() ? FRAME.yourAccount : FRAME.pairOf(me.api_key, me.account_id);
  zone.textContent = FRAME.times(shownZone());
  zone.hidden = !isAllowed('settings');
}

// Keeps the session, and learns what changed of the user in the meantime. A user who bans the own address can still undo that
// while this session is valid.
async function renew() {
  try {
    await post('/console/session');
    await lookAgain();
  } catch (trouble) {
    const isRefused = trouble.status >= 400 && trouble.status < 500 && trouble.status !== 429;
    if (isRefused && !trouble.is('address-banned')) sessionEnded();
  }
}

// Another person may have signed in with this browser, in another tab. This page then starts anew.
async function lookAgain() {
  if (user() === null) return;
  const me = await get('/api/v1/manage/me');
  if (user() === null) return;
  if (!isSame(me)) {
    startAnew();
    return;
  }
  const isOther = JSON.stringify(me.rights) !== JSON.stringify(user().rights);
  signedInAs(me);
  if (isOther) tell();
}

function startAnew() {
  signedInAs(null);
  main.replaceChildren();
  location.reload();
}

const others = typeof BroadcastChannel === 'function' ? new BroadcastChannel('encore-console') : null;
others?.addEventListener('message', ({ data }) => {
  if (user() !== null && !isSame(data)) startAnew();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) lookAgain().catch(() => {});
});

function signedOut() {
  leaving.abort();
  clearInterval(renewing);
  signedInAs(null);
  bar.hidden = side.hidden = true;
  document.body.classList.remove('framed');
  document.querySelectorAll('dialog').forEach(dialog => dialog.close());
  forgetTables();
  say('');
}

function signIn(told = {}) {
  signedOut();
  // What was searched for, and the place where somebody was, is not for whoever signs in next.
  signInPage(main, signedIn, told);
}

function openLink(link) {
  signedOut();
  linkPage(main, link, (email, news) => signIn({ email, news }));
}

// The session has ended while the user works: a dialog over the page signs the same person in again, and the page goes on.
async function sessionEnded() {
  if (user() === null) return;
  if (await signInOver()) lookAgain().catch(() => {});
}

function offline(isOffline) {
  if (banner.hidden === !isOffline) return;
  banner.hidden = !isOffline;
  banner.textContent = isOffline ? OFFLINE.banner : '';
  if (!isOffline) say(OFFLINE.back);
}

// The frame's words and drawings.
for (const one of document.querySelectorAll('.find')) {
  const isField = one.classList.contains('field');
  one.replaceChildren(icon(GLASS), el('span', {}, FRAME.find),
    isField ? el('kbd', { 'aria-hidden': 'true' }, FRAME.findKeys(/Mac|iPhone|iPad/.test(navigator.userAgent))) : '');
  one.setAttribute('aria-keyshortcuts', 'Control+K Meta+K');
  one.addEventListener('click', () => {
    drawer?.close();
    finder();
  });
}
const menu = document.getElementById('menu');
menu.replaceChildren(icon(MENU), el('span', {}, FRAME.menu));
menu.addEventListener('click', () => {
  const dialog = el('dialog', { id: 'drawer', 'aria-label': FRAME.menu, onclose: () => {
    side.append(...dialog.childNodes);
    dialog.remove();
    drawer = null;
  }, onclick: event => {
    // Beside the drawer, and the page that is shown already.
    const link = event.target.closest('a');
    if (event.target === dialog || link?.hash && link.hash === location.hash) dialog.close();
  } });
  drawer = dialog;
  document.body.append(dialog);
  dialog.append(...side.childNodes);
  dialog.showModal();
  (nav.querySelector('[aria-current]') ?? nav.querySelector('a, button'))?.focus();
});
NARROW.addEventListener('change', () => drawer?.close());
document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
document.getElementById('leave').addEventListener('click', () => {
  forget();
  remove('/console/session').catch(() => {}).then(() => signIn());
});
window.addEventListener('keydown', event => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || user() === null) return;
  event.preventDefault();
  drawer?.close();
  if (document.querySelector('dialog[open]') === null) finder();
});
window.addEventListener('signed-out', event => {
  if (event.detail) signIn({ news: event.detail });
  else sessionEnded();
});
window.addEventListener('session-left', () => signIn());
window.addEventListener('me-changed', tell);
window.addEventListener('hashchange', show);
window.addEventListener('offline', () => offline(true));
window.addEventListener('online', () => offline(false));
window.addEventListener('reached', () => offline(false));
window.addEventListener('unreached', () => offline(true));

const link = takenLink();
if (link === null) post('/console/session').then(signedIn, () => signIn());
else openLink(link);
