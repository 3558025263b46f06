// The history of a thing. Until the server tells it, there is none.
export async function history() {
  return null;
}
