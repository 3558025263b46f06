// A dialog that asks the user to sign in again, and the call goes on: because some calls want that the user signed in within the
// last minutes, or because the session has ended while the user works.
import { get, post, whenSignedOut, whenStale } from './calls.js';
import { CODE } from './codes.js';
import { showCode, showPassword } from './entry.js';
import { fieldsOf, form } from './forms.js';
import { button, el } from './parts.js';
import { isPerson, isSame, user } from './session.js';
import { missing } from './signin.js';
import { AGAIN, CODES, WORDS } from './texts.js';

let asking = null;

// Calls that are refused at the same time share one dialog.
whenStale(() => asked(false));
whenSignedOut(signInOver);

// Asks the user of the ended session; answers whether the same user is signed in again. If it is somebody else, the page starts
// anew, because it shows the work of the former user.
export async function signInOver() {
  if (user() === null) return false;
  if (!await asked(true)) {
    // Who asked hears of the refusal too, and must not ask again.
    window.dispatchEvent(new Event('session-left'));
    return false;
  }
  const me = await get('/api/v1/manage/me');
  if (isSame(me)) return true;
  document.getElementById('view').replaceChildren();
  location.reload();
  return false;
}

function asked(hasEnded) {
  asking ??= ask(hasEnded).finally(() => { asking = null; });
  return asking;
}

function ask(hasEnded) {
  return new Promise(resolve => {
    let isDone = false;
    const body = el('div');
    const dialog = el('dialog', { class: hasEnded ? 'over' : null, 'aria-labelledby': 'again_title', onclose: () => {
      dialog.remove();
      resolve(isDone);
    } }, el('article', { class: 'narrow' }, el('h2', { id: 'again_title' }, AGAIN.title),
      hasEnded ? el('p', { class: 'notice' }, AGAIN.over) : '', body));
    const finish = () => {
      isDone = true;
      dialog.close();
    };
    const step = (sentence, descriptions, send, extra = null) => {
      const fields = fieldsOf(descriptions);
      const entry = form(fields, WORDS.continue, async values => {
        try {
          await send(values);
        } catch (trouble) {
          fields.show({});
          fields.fields[0].focus();
          throw trouble;
        }
      });
      entry.querySelector('.buttons').prepend(
        button(hasEnded ? AGAIN.other : WORDS.cancel, () => dialog.close(), { class: 'outline secondary' }));
      body.replaceChildren(el('p', { class: 'long' }, sentence), entry, extra ?? '');
      fields.fields[0].focus();
    };

    function pair() {
      step(hasEnded ? AGAIN.overPair(user().api_key) : AGAIN.stalePair,
        [{ name: 'api_secret', label: AGAIN.secret, kind: 'password', autocomplete: 'current-password' }],
        async ({ api_secret }) => {
          await post('/console/session', { api_key: user().api_key, api_secret }).catch(trouble => {
            throw new Error(trouble.message);
          });
          finish();
        });
    }

    function password() {
      step(hasEnded ? AGAIN.overPassword(user().email) : AGAIN.stalePassword(user().email),
        [{ name: 'password', label: AGAIN.password, kind: 'password', autocomplete: 'current-password' }],
        async given => next(await showPassword(user().account_id, user().email, given.password)));
    }

    function next(answer) {
      if (answer.result === 'signed_in') finish();
      else if (answer.result === 'needs_code') code(answer, false);
      else throw new Error(AGAIN.setUpFirst);
    }

    function code(ticket, recovery) {
      step(recovery ? AGAIN.recovery : AGAIN.code,
        [recovery ? { name: 'code', label: CODES.recoveryCode, kind: 'recovery' } : CODE],
        async given => {
          if (given.code === '') throw missing('code', WORDS.mustNotBeEmpty);
          try {
            next(await showCode(ticket, given.code));
          } catch (trouble) {
            if (!trouble.isLate) throw trouble;
            password();
          }
        },
        button(recovery ? CODES.useApp : CODES.useRecovery, () => code(ticket, !recovery), { class: 'link' }));
    }

    document.body.append(dialog);
    dialog.showModal();
    if (isPerson()) password();
    else pair();
  });
}
