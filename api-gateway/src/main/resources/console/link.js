// The page of a link that was mailed: an invitation, or a forgotten password. Its token leaves the address at once.
import { post } from './calls.js';
import { CODE, recoveryCodes, shownSecret } from './codes.js';
import { waiting } from './entry.js';
import { fieldsOf, form } from './forms.js';
import { button, el, entitle } from './parts.js';
import { newPassword, tooShort } from './passwords.js';
import { rememberAccount, roleName, roleSentence } from './session.js';
import { missing } from './signin.js';

const LINK = /^#\d{1,18}\.[\w-]{1,64}\.\d{1,10}\.[^#]{1,200}$/;

// Takes the link out of the address, so that neither the history nor whoever looks on keeps it; null when there is none.
export function takenLink() {
  if (!LINK.test(location.hash)) return null;
  const link = location.hash.slice(1);
  const [account] = link.split('.');
  history.replaceState(null, '', `${location.pathname}?account=${account}`);
  rememberAccount(account);
  return link;
}

// `done` is called with the email and a sentence for the sign-in page.
export async function linkPage(main, link, done) {
  entitle('Your link');
  main.replaceChildren(el('p', { class: 'signin', 'aria-busy': 'true' }, 'Checking the link.'));
  let about;
  try {
    about = await post('/console/people/link', { link });
  } catch (trouble) {
    main.replaceChildren(unusable(trouble, () => done(), () => linkPage(main, link, done)));
    main.querySelector('h1').focus();
    return;
  }
  main.replaceChildren(el('div', { class: 'signin' }, entry(main, link, about, done)));
  main.querySelector('h1').focus();
}

function unusable(trouble, leave, again) {
  const isOver = trouble.is?.('link-unknown') === true;
  entitle(isOver ? 'This link is over' : 'Your link');
  return el('div', { class: 'signin' },
    el('h1', { tabindex: '-1' }, isOver ? 'This link does not work any more' : 'The link could not be checked'),
    isOver ? [
      el('p', {}, 'It was used, it is too old, or a newer one replaced it.'),
      el('ul', {},
        el('li', {}, 'You set a password already? Sign in with it.'),
        el('li', {}, 'You were invited? Ask the person who invited you for a new invitation.'),
        el('li', {}, 'You forgot your password? Ask for a new link on the sign-in page.')),
    ] : el('p', { class: 'bad', role: 'alert' }, waiting(trouble)?.message ?? trouble.message),
    el('div', { class: 'buttons' },
      isOver ? '' : button('Try again', again),
      button('Go to the sign-in', leave, { class: isOver ? null : 'outline' })));
}

function entry(main, link, about, done) {
  const { name, email, role, account_name: account, is_invitation: isInvited, has_codes: hasCodes, needs_codes: needsCodes } = about;
  const password = newPassword(isInvited ? 'Choose a password' : 'New password');
  const [username] = fieldsOf([{ name: 'username', label: 'Email', kind: 'email', autocomplete: 'username', readonly: true }]).fields;
  username.show({ username: email });
  const sets = !hasCodes && Boolean(about.secret);
  const [code] = fieldsOf([{ ...CODE, label: sets ? 'First code of your app' : CODE.label }]).fields;
  const [wish] = fieldsOf([{ name: 'wishes_app', label: 'Also ask for a code of an app when I sign in (recommended)', kind: 'flag' }]).fields;
  const [recovery] = fieldsOf([{ name: 'recovery', label: 'Recovery code', kind: 'recovery' }]).fields;
  const setUp = el('section', { class: 'step' }, sets ? [shownSecret(about), code.node] : null);
  const isWished = () => sets && (needsCodes || wish.control.checked);
  if (sets && !needsCodes) {
    setUp.hidden = true;
    wish.control.addEventListener('change', () => { setUp.hidden = !wish.control.checked; });
  }
  const second = hasCodes
    ? [el('h2', {}, 'Your code'), code.node, lost()]
    : !sets ? []
      : needsCodes ? [el('h2', {}, 'Your app'), el('p', {}, 'Your role needs a second step: a code of an authenticator app, beside your password.'), setUp]
        : [el('h2', {}, 'Your app'), wish.node, setUp];

  function lost() {
    recovery.node.hidden = true;
    return [recovery.node, button('Use a recovery code', event => {
      const turns = recovery.node.hidden;
      recovery.node.hidden = !turns;
      code.node.hidden = turns;
      event.target.textContent = turns ? 'Use a code of the app' : 'Use a recovery code';
      (turns ? recovery : code).focus();
    }, { class: 'link' })];
  }

  const fields = fieldsOf([username, password, wish, code, recovery]);
  const label = isInvited ? 'Accept the invitation' : 'Set the password';
  return [
    el('h1', { tabindex: '-1', class: 'long' }, isInvited ? `Welcome, ${name}` : 'Set a new password'),
    isInvited
      ? [el('p', {}, `You are invited to work with ${account} as `, el('strong', {}, roleName(role)), '.'), el('p', { class: 'note' }, roleSentence(role))]
      : el('p', { class: 'long' }, `For ${name}, who works with ${account}. All your sessions end when you set it.`),
    form({ ...fields, nodes: [username.node, password.node, ...second] }, label, async values => {
      if (!password.isLong()) throw tooShort();
      const usesRecovery = hasCodes && !recovery.node.hidden;
      const given = usesRecovery ? values.recovery : values.code;
      const asksCode = hasCodes || isWished();
      if (asksCode && given === '') throw missing(usesRecovery ? 'recovery' : 'code', 'must not be empty');
      let answer;
      try {
        answer = await post('/console/people/password', { link, password: values.password, ...asksCode && { code: given } });
      } catch (trouble) {
        if (trouble.is?.('link-unknown')) {
          main.replaceChildren(unusable(trouble, () => done()));
          main.querySelector('h1').focus();
          return;
        }
        if (trouble.is?.('too-many-tries')) throw waiting(trouble);
        if (trouble.status === 401) throw new Error('This code is not right. Use the newest code of your app.');
        // A wrong code is shown at the field that is seen.
        if (usesRecovery) trouble.errors?.forEach(one => { if (one.field === 'code') one.field = 'recovery'; });
        throw trouble;
      }
      const leave = () => done(answer.email ?? email, 'Your password is set. Sign in with it.');
      if (!answer.recovery_codes?.length) {
        leave();
        return;
      }
      entitle('Recovery codes');
      main.replaceChildren(el('div', { class: 'signin' }, recoveryCodes(answer.recovery_codes, `${account}, ${email}`, leave)));
      main.querySelector('h1').focus();
    }, { class: 'link-form' }),
  ];
}
