package encore.kernel.accounts;

import encore.kernel.SecretAnswer;

/** The answer to the issue of a key pair. The gateway adds the secret to the response, once. */
public record IssuedKey(String apiKey) implements SecretAnswer {}
