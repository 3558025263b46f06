package encore.kernel.accounts;

import encore.kernel.Secret;

/** A key pair that was issued; its secret was shown beside this answer, once. */
public record IssuedKey(String apiKey) implements Secret {}
