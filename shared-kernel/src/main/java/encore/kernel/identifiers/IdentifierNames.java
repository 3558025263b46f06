package encore.kernel.identifiers;

/**
 * Names on networks as they are claimed: each once in its account, compared exactly.
 *
 * @param claimed the value of the claim
 */
public record IdentifierNames(String claimed) {

    /** The space of the claims; their owners are {@link IdentifiersId}s. */
    public static final String SPACE = "identifier";

    /** The value of the claim. The length keeps network and value apart. */
    public static String claimed(String network, String value) {
        return network.length() + ":" + network + value;
    }
}
