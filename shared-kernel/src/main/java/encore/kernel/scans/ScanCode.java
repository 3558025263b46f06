package encore.kernel.scans;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.privacy.NotPersonal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A code that is scanned at an entrance. It stands for one registration or ticket on a network.
 *
 * @param key the code itself, compared exactly
 */
public record ScanCode(
        Kind kind,
        @NotPersonal("a ticket shop or another system") String network,

        @NotPersonal("a key of a thing, or the code printed on it")
        String key) {

    /** The space of the claims; their owners are the streams that hold the codes. */
    public static final String SPACE = "code";

    /** The kind of a code, in the order in which the codes of a scan are looked up. */
    public enum Kind {
        REGISTRATION_KEY,
        TICKET_KEY,
        LOOKUP_ID,
        BARCODE,
        /** An identifier of a fan that is a code too. A scan names it as its lookup_id or its barcode. */
        IDENTIFIER;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Returns the value of the claim on the code. The length keeps network and key apart. An identifier is spelled as its
     * own claim is, so its value has no kind.
     */
    public String claimed() {
        return kind == Kind.IDENTIFIER
                ? IdentifierName.claimed(network, key)
                : kind.word() + "." + network.length() + ":" + network + key;
    }

    /** Returns the codes that are not null, in the order in which they are looked up. */
    public static List<ScanCode> of(
            @Nullable String network,
            @Nullable String registrationKey,
            @Nullable String ticketKey,
            @Nullable String lookupId,
            @Nullable String barcode) {
        List<ScanCode> scanCodes = new ArrayList<>(Kind.values().length);
        String knownNetwork = network == null ? "" : network;
        add(scanCodes, Kind.REGISTRATION_KEY, knownNetwork, registrationKey);
        add(scanCodes, Kind.TICKET_KEY, knownNetwork, ticketKey);
        add(scanCodes, Kind.LOOKUP_ID, knownNetwork, lookupId);
        add(scanCodes, Kind.BARCODE, knownNetwork, barcode);
        return List.copyOf(scanCodes);
    }

    /** Returns the wristbands that a scan of these codes may be of. */
    public static List<ScanCode> ofWristbands(@Nullable String lookupId, @Nullable String barcode) {
        return Stream.of(Optional.ofNullable(lookupId), Optional.ofNullable(barcode))
                .flatMap(Optional::stream)
                .distinct()
                .map(ScanCode::ofWristband)
                .toList();
    }

    /** Returns the code of an identifier on the network of wristbands. */
    public static ScanCode ofWristband(String value) {
        return new ScanCode(Kind.IDENTIFIER, IdentifierName.WRISTBAND, value);
    }

    private static void add(List<ScanCode> scanCodes, Kind kind, String network, @Nullable String key) {
        if (key != null) {
            scanCodes.add(new ScanCode(kind, network, key));
        }
    }
}
