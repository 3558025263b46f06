// The signed-in user: a person or a key pair, and the rights that decide which parts of the console are shown.
import { showBy } from './locale.js';
import { ROLE_TEXTS } from './texts.js';

const ACCOUNT = 'encore-account';

let me = null;

export function signedInAs(user) {
  me = user;
  showBy(user ?? {});
}

export function user() {
  return me;
}

// The server decides on each call; this decides only what is worth showing.
export function may(...rights) {
  return me !== null && rights.every(right => me.rights.includes(right));
}

export function isPerson() {
  return Boolean(me?.person_uid);
}

// Whether somebody is the user who is signed in here.
export function isSame(other) {
  return me !== null && String(other.account_id) === String(me.account_id)
    && (me.person_uid ? other.person_uid === me.person_uid : !other.person_uid && other.api_key === me.api_key);
}

// The account stands in the address of every link that is mailed. Afterwards this browser knows it.
export function knownAccount() {
  const named = new URLSearchParams(location.search).get('account');
  if (named && /^\d{1,18}$/.test(named)) {
    rememberAccount(named);
    return named;
  }
  try {
    return localStorage.getItem(ACCOUNT) ?? '';
  } catch {
    return '';
  }
}

export function rememberAccount(id) {
  const query = new URLSearchParams(location.search);
  if (query.has('account') && query.get('account') !== id) {
    query.set('account', id);
    history.replaceState(history.state, '', `${location.pathname}?${query}${location.hash}`);
  }
  try {
    localStorage.setItem(ACCOUNT, id);
  } catch {
    // A browser that keeps nothing asks for the account each time.
  }
}

// Each role with its name, its sentence, and whether it needs an app for the second step.
export const ROLES = Object.entries(ROLE_TEXTS).map(([word, [name, sentence]]) =>
  [word, name, sentence, ['owner', 'marketer', 'auditor'].includes(word)]);

export function roleName(word) {
  return ROLES.find(([name]) => name === word)?.[1] ?? word;
}

export function roleSentence(word) {
  return ROLES.find(([name]) => name === word)?.[2] ?? '';
}

export function needsApp(word) {
  return ROLES.find(([name]) => name === word)?.[3] ?? false;
}
