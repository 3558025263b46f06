// Choosing the page: a link that was mailed, the sign-in, or a view. Secrets are sent once and stored nowhere; scripts cannot
// read the cookie.
import { account } from './account.js';
import './again.js';
import { automations } from './automations.js';
import { bans } from './bans.js';
import { board } from './board.js';
import { get, post, remove } from './calls.js';
import { campaigns } from './campaigns.js';
import { events } from './events.js';
import { fan } from './fan.js';
import { keys } from './keys.js';
import { letters } from './letters.js';
import { linkPage, takenLink } from './link.js';
import { operations } from './operations.js';
import { button, el, entitle, say } from './parts.js';
import { people } from './people.js';
import { projections } from './projections.js';
import { forget, search } from './search.js';
import { segments } from './segments.js';
import { isPerson, may, rememberAccount, roleName, signedInAs, user } from './session.js';
import { signInPage } from './signin.js';
import { tail } from './tail.js';
import { ticketEvents } from './ticketevents.js';

const RENEW = 5 * 60 * 1000;
// Each view with the rights without which it shows nothing.
const views = {
  board: [board, 'loyalty:read'],
  tail: [tail, 'loyalty:read', 'audit:read'],
  events: [events, 'audit:read'],
  search: [search, 'fans:read'],
  fan: [fan, 'fans:read'],
  segments: [segments, 'fans:read'],
  campaigns: [campaigns, 'campaigns:read'],
  tickets: [ticketEvents, 'tickets:read'],
  bans: [bans, 'moderation:read'],
  projections: [projections, 'system:read'],
  letters: [letters, 'system:read'],
  automations: [automations, 'system:read'],
  operations: [operations, 'audit:read'],
  keys: [keys, 'keys:read'],
  people: [people, 'people:read'],
  account: [account],
};
const main = document.getElementById('view');
const tabs = document.getElementById('tabs');
const whoami = document.getElementById('whoami');
const leave = document.getElementById('leave');
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
  const [asked, ...rest] = location.hash.slice(1).split('/');
  const home = Object.keys(views).find(isAllowed);
  const name = Object.hasOwn(views, asked) ? asked : home;
  const links = [...tabs.children, whoami];
  for (const tab of links) {
    if (tab.hash === `#${name}`) {
      tab.setAttribute('aria-current', 'page');
      if (tab !== whoami) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else tab.removeAttribute('aria-current');
  }
  entitle(name === 'account' ? 'Your account' : links.find(tab => tab.hash === `#${name}`)?.textContent);
  say('');
  const within = main.contains(document.activeElement);
  main.replaceChildren();
  if (within) main.focus();
  if (!isAllowed(name)) {
    main.append(el('h1', {}, 'Not for your role'), el('p', {}, `The role ${roleName(user().role)} does not include this page.`));
    return;
  }
  const signal = leaving.signal;
  views[name][0](main, signal, rest.map(decoded)).catch(trouble => {
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
        el('p', { class: 'bad', role: 'alert' }, trouble.message), button('Try again', signedIn)));
    }
    return;
  }
  if (user().account_id) rememberAccount(String(user().account_id));
  tell();
  tabs.hidden = leave.hidden = whoami.hidden = false;
  clearInterval(renewing);
  renewing = setInterval(renew, RENEW);
  show();
  main.focus();
}

function tell() {
  const me = user();
  for (const tab of tabs.children) tab.hidden = !isAllowed(tab.hash.slice(1));
  whoami.replaceChildren(el('span', { class: 'who' }, isPerson() ? me.name ?? me.email ?? 'You' : 'Key pair'),
    el('small', {}, [isPerson() ? roleName(me.role) : null, me.account_name ?? `account ${me.account_id}`].filter(Boolean).join(', ')));
  whoami.title = isPerson() ? 'Your account' : `${me.api_key} of account ${me.account_id}`;
}

// A user who bans the own address can still undo that while this session is valid.
async function renew() {
  try {
    await post('/console/session');
  } catch (trouble) {
    const isRefused = trouble.status >= 400 && trouble.status < 500 && trouble.status !== 429;
    if (isRefused && !trouble.is('address-banned')) signIn();
  }
}

function signedOut() {
  leaving.abort();
  clearInterval(renewing);
  signedInAs(null);
  tabs.hidden = leave.hidden = whoami.hidden = true;
  document.querySelectorAll('dialog').forEach(dialog => dialog.close());
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

leave.addEventListener('click', () => {
  forget();
  remove('/console/session').catch(() => {}).then(() => signIn());
});
window.addEventListener('signed-out', event => signIn({ news: event.detail ?? '' }));
window.addEventListener('me-changed', tell);
window.addEventListener('hashchange', show);

const link = takenLink();
if (link === null) post('/console/session').then(signedIn, () => signIn());
else openLink(link);
