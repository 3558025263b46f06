package encore.kernel.identifiers;

/**
 * An identifier on a network as it is claimed: unique in its account, compared exactly.
 *
 * @param claimed the value of the claim on an identifier
 */
public record IdentifierName(String claimed) {

    /** The space of the claims; their owners are {@link IdentifiersId}s. */
    public static final String SPACE = "identifier";

    /** The network of wristbands. Their identifiers are codes that are scanned at doors. */
    public static final String WRISTBAND = "wristband";

    /** Returns the value of the claim on an identifier. The length keeps network and identifier apart. */
    public static String claimed(String network, String value) {
        return network.length() + ":" + network + value;
    }
}
