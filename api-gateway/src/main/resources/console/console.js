// Signing in, and choosing the view. The key pair is sent once and stored nowhere; scripts cannot read the cookie.
import { post, remove } from './calls.js';
import { automations } from './automations.js';
import { bans } from './bans.js';
import { board } from './board.js';
import { campaigns } from './campaigns.js';
import { events } from './events.js';
import { fan } from './fan.js';
import { letters } from './letters.js';
import { operations } from './operations.js';
import { el, entitle, say } from './parts.js';
import { projections } from './projections.js';
import { forget, search } from './search.js';
import { segments } from './segments.js';
import { tail } from './tail.js';
import { ticketEvents } from './ticketevents.js';

const RENEW = 5 * 60 * 1000;
const views = {
  board, tail, events, search, fan, segments, campaigns, tickets: ticketEvents, bans, projections, letters, automations, operations,
};
const main = document.getElementById('view');
const tabs = document.getElementById('tabs');
const leave = document.getElementById('leave');
let leaving = new AbortController();
let renewing = 0;

function show() {
  leaving.abort();
  leaving = new AbortController();
  const [name, ...rest] = (location.hash.slice(1) || 'board').split('/');
  const view = Object.hasOwn(views, name) ? views[name] : board;
  for (const tab of tabs.children) {
    if (tab.hash === `#${name}` || (view === board && tab.hash === '#board')) {
      tab.setAttribute('aria-current', 'page');
      tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else tab.removeAttribute('aria-current');
  }
  entitle(view === board ? 'Leaderboard' : [...tabs.children].find(tab => tab.hash === `#${name}`)?.textContent);
  say('');
  const within = main.contains(document.activeElement);
  main.replaceChildren();
  if (within) main.focus();
  view(main, leaving.signal, rest.map(decoded)).catch(trouble => {
    if (trouble.isSignedOut) signIn();
    else if (trouble.name !== 'AbortError') say(trouble.message, true);
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

function signedIn(session) {
  tabs.hidden = leave.hidden = false;
  leave.title = `${session.api_key} of account ${session.account}`;
  clearInterval(renewing);
  renewing = setInterval(renew, RENEW);
  show();
  main.focus();
}

// A user who bans the own address can still undo that while this session is valid.
async function renew() {
  try {
    await post('/console/session');
  } catch (trouble) {
    if (!trouble.type?.endsWith('/address-banned')) signIn();
  }
}

function signIn() {
  leaving.abort();
  clearInterval(renewing);
  tabs.hidden = leave.hidden = true;
  const key = el('input', { id: 'api_key', autocomplete: 'username', required: true, spellcheck: 'false' });
  const secret = el('input', { id: 'api_secret', type: 'password', autocomplete: 'current-password', required: true });
  const wrong = el('p', { class: 'bad', role: 'alert' });
  const form = el('form', { class: 'signin', onsubmit: submit },
    el('h1', {}, 'Sign in'),
    el('label', {}, 'API key', key),
    el('label', {}, 'API secret', secret),
    el('button', { type: 'submit' }, 'Sign in'),
    wrong,
    el('p', { class: 'hint' }, 'The pair needs the scopes manage, crm, apps, segments and misc. A first start prints one.'));
  async function submit(event) {
    event.preventDefault();
    wrong.textContent = '';
    try {
      signedIn(await post('/console/session', { api_key: key.value.trim(), api_secret: secret.value }));
    } catch (trouble) {
      wrong.textContent = trouble.message;
      secret.focus();
    } finally {
      secret.value = '';
    }
  }
  entitle('Sign in');
  say('');
  main.replaceChildren(form);
  key.focus();
}

leave.addEventListener('click', () => {
  // What was searched for is not for whoever signs in next.
  forget();
  remove('/console/session').finally(signIn);
});
window.addEventListener('signed-out', signIn);
window.addEventListener('hashchange', show);
post('/console/session').then(signedIn, signIn);
