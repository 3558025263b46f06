// The signed-in user: a person or a key pair, and the rights that decide which parts of the console are shown.
const ACCOUNT = 'encore-account';

let me = null;

export function signedInAs(user) {
  me = user;
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

// The sentences stand wherever a role is chosen or shown.
export const ROLES = [
  ['owner', 'Owner', 'May do everything. Only owners look after people.', true],
  ['marketer', 'Marketer', 'Works on campaigns, loyalty, tickets and content. Sees fans with their contacts, and exports them.', true],
  ['moderator', 'Moderator', 'Leads live shows and moderates. Sees fans without contacts.', false],
  ['developer', 'Developer', 'Looks after webhooks and key pairs. Sees reports, settings and fans without contacts.', false],
  ['auditor', 'Auditor', 'Reads and exports everything. Changes nothing.', true],
  ['viewer', 'Viewer', 'Reads reports and lists. Sees no contacts.', false],
];

export function roleName(word) {
  return ROLES.find(([name]) => name === word)?.[1] ?? word;
}

export function roleSentence(word) {
  return ROLES.find(([name]) => name === word)?.[2] ?? '';
}

export function needsApp(word) {
  return ROLES.find(([name]) => name === word)?.[3] ?? false;
}
