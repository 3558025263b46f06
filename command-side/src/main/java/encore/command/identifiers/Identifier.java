package encore.command.identifiers;

import encore.infra.eventstore.Claims.Claim;
import encore.kernel.identifiers.IdentifierName;

/** A fan's name on a network, compared exactly. */
record Identifier(String network, String value) {

    /** Returns whether it is the code of a wristband. */
    boolean isWristband() {
        return network.equals(IdentifierName.WRISTBAND);
    }

    /** Returns the claim on it, which is unique in the account. */
    Claim claim(long account) {
        return new Claim(IdentifierName.SPACE, account, IdentifierName.claimed(network, value));
    }
}
