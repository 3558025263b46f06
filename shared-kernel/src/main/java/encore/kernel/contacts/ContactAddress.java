package encore.kernel.contacts;

import encore.kernel.SecretAnswer;

/** The answer to a question for a contact. It is personal, so it is never remembered with a request. */
public record ContactAddress(ContactValue name) implements SecretAnswer {}
