package encore.command.identifiers;

import encore.infra.eventstore.Claims.Claim;

/** A name on a network, compared exactly. */
record Identifier(String network, String value) {

    /** Unique in the account. The length keeps network and value apart. */
    Claim claim(long account) {
        return new Claim("identifier", account, network.length() + ":" + network + value);
    }
}
