// The calls by which a person signs in, and their answers in words. The sign-in page and the dialog that asks again use them.
import { post } from './calls.js';
import { ENTRY as TEXT } from './texts.js';

const SESSION = '/console/people/session';
// A ticket between password and code is valid for five minutes.
const TICKET_LIFE = 5 * 60 * 1000;

export async function showPassword(account_id, email, password) {
  return dated(await worded(() => post(SESSION, { account_id: Number(account_id), email, password }),
    TEXT.wrongPassword));
}

export async function showCode({ ticket, until }, code) {
  if (performance.now() > until) {
    throw Object.assign(new Error(TEXT.tooLate), { isLate: true });
  }
  return dated(await worded(() => post(`${SESSION}/code`, { ticket, code }),
    TEXT.wrongCode));
}

function dated(answer) {
  return answer.ticket ? { ...answer, until: performance.now() + TICKET_LIFE } : answer;
}

// Refusals are no ends of a session here.
async function worded(call, refusal) {
  try {
    return await call();
  } catch (trouble) {
    if (trouble.is?.('too-many-tries')) throw waiting(trouble);
    if (trouble.status === 401) throw new Error(refusal);
    throw trouble;
  }
}

export function waiting(trouble) {
  return trouble.is?.('too-many-tries') ? new Error(TEXT.tooManyTries(inWords(trouble.seconds))) : null;
}

function inWords(seconds) {
  if (seconds === null) return TEXT.fewMinutes;
  if (seconds < 90) return seconds === 1 ? TEXT.oneSecond : TEXT.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? TEXT.minutes(minutes) : TEXT.hours(Math.ceil(minutes / 60));
}
