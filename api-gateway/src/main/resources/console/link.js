// The page of a link that was mailed: an invitation, or a forgotten password. Its token leaves the address at once.
import { post } from './calls.js';
import { CODE, recoveryCodes, shownSecret } from './codes.js';
import { waiting } from './entry.js';
import { fieldsOf, form } from './forms.js';
import { button, el, entitle } from './parts.js';
import { newPassword, tooShort } from './passwords.js';
import { rememberAccount, roleName, roleSentence } from './session.js';
import { missing } from './signin.js';
import { CODES, FRAME, LINK as TEXT, PASSWORDS, WORDS } from './texts.js';

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
  entitle(TEXT.yourLink);
  main.replaceChildren(el('p', { class: 'signin', 'aria-busy': 'true' }, TEXT.checkingTheLink));
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
  entitle(isOver ? TEXT.isOver : TEXT.yourLink);
  return el('div', { class: 'signin' },
    el('h1', { tabindex: '-1' }, isOver ? TEXT.worksNoMore : TEXT.notChecked),
    isOver ? [
      el('p', {}, TEXT.whyOver),
      el('ul', {},
        el('li', {}, TEXT.ifPasswordSet),
        el('li', {}, TEXT.ifInvited),
        el('li', {}, TEXT.ifForgotten)),
    ] : el('p', { class: 'bad', role: 'alert' }, waiting(trouble)?.message ?? trouble.message),
    el('div', { class: 'buttons' },
      isOver ? '' : button(FRAME.tryAgain, again),
      button(TEXT.goToSignIn, leave, { class: isOver ? null : 'outline' })));
}

function entry(main, link, about, done) {
  const { name, email, role, account_name: account, is_invitation: isInvited, has_codes: hasCodes, needs_codes: needsCodes } = about;
  const password = newPassword(isInvited ? TEXT.choosePassword : PASSWORDS.newPassword);
  const [username] = fieldsOf([{ name: 'username', label: TEXT.email, kind: 'email', autocomplete: 'username', readonly: true }]).fields;
  username.show({ username: email });
  const sets = !hasCodes && Boolean(about.secret);
  const [code] = fieldsOf([{ ...CODE, label: sets ? CODES.firstCode : CODE.label }]).fields;
  const [wish] = fieldsOf([{ name: 'wishes_app', label: TEXT.wishesApp, kind: 'flag' }]).fields;
  const [recovery] = fieldsOf([{ name: 'recovery', label: CODES.recoveryCode, kind: 'recovery' }]).fields;
  const setUp = el('section', { class: 'step' }, sets ? [shownSecret(about), code.node] : null);
  const isWished = () => sets && (needsCodes || wish.control.checked);
  if (sets && !needsCodes) {
    setUp.hidden = true;
    wish.control.addEventListener('change', () => { setUp.hidden = !wish.control.checked; });
  }
  const second = hasCodes
    ? [el('h2', {}, TEXT.yourCode), code.node, lost()]
    : !sets ? []
      : needsCodes ? [el('h2', {}, TEXT.yourApp), el('p', {}, CODES.neededByRole), setUp]
        : [el('h2', {}, TEXT.yourApp), wish.node, setUp];

  function lost() {
    recovery.node.hidden = true;
    return [recovery.node, button(CODES.useRecovery, event => {
      const turns = recovery.node.hidden;
      recovery.node.hidden = !turns;
      code.node.hidden = turns;
      event.target.textContent = turns ? CODES.useApp : CODES.useRecovery;
      (turns ? recovery : code).focus();
    }, { class: 'link' })];
  }

  const fields = fieldsOf([username, password, wish, code, recovery]);
  const label = isInvited ? TEXT.acceptInvitation : TEXT.setPassword;
  return [
    el('h1', { tabindex: '-1', class: 'long' }, isInvited ? TEXT.welcome(name) : TEXT.setNewPassword),
    isInvited
      ? [el('p', {}, TEXT.invitedTo(account), el('strong', {}, roleName(role)), '.'), el('p', { class: 'note' }, roleSentence(role))]
      : el('p', { class: 'long' }, TEXT.resetFor(name, account)),
    form({ ...fields, nodes: [username.node, password.node, ...second] }, label, async values => {
      if (!password.isLong()) throw tooShort();
      const usesRecovery = hasCodes && !recovery.node.hidden;
      const given = usesRecovery ? values.recovery : values.code;
      const asksCode = hasCodes || isWished();
      if (asksCode && given === '') throw missing(usesRecovery ? 'recovery' : 'code', WORDS.mustNotBeEmpty);
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
        if (trouble.status === 401) throw new Error(TEXT.wrongCode);
        // A wrong code is shown at the field that is seen.
        if (usesRecovery) trouble.errors?.forEach(one => { if (one.field === 'code') one.field = 'recovery'; });
        throw trouble;
      }
      const leave = () => done(answer.email ?? email, TEXT.passwordIsSet);
      if (!answer.recovery_codes?.length) {
        leave();
        return;
      }
      entitle(CODES.recoveryCodes);
      main.replaceChildren(el('div', { class: 'signin' }, recoveryCodes(answer.recovery_codes, `${account}, ${email}`, leave)));
      main.querySelector('h1').focus();
    }, { class: 'link-form' }),
  ];
}
