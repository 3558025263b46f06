package encore.kernel.scans;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.NotPersonal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A code that is scanned at an entrance. It stands for one registration or ticket on a network.
 *
 * @param key the code itself, compared exactly
 */
public record Code(
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
        BARCODE;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the value of the claim on the code. The length keeps network and key apart. */
    public String claimed() {
        return kind.word() + "." + network.length() + ":" + network + key;
    }

    /** Returns the codes that are not null, in the order in which they are looked up. */
    public static List<Code> of(
            @Nullable String network,
            @Nullable String registrationKey,
            @Nullable String ticketKey,
            @Nullable String lookupId,
            @Nullable String barcode) {
        List<Code> codes = new ArrayList<>(Kind.values().length);
        String on = network == null ? "" : network;
        add(codes, Kind.REGISTRATION_KEY, on, registrationKey);
        add(codes, Kind.TICKET_KEY, on, ticketKey);
        add(codes, Kind.LOOKUP_ID, on, lookupId);
        add(codes, Kind.BARCODE, on, barcode);
        return List.copyOf(codes);
    }

    private static void add(List<Code> codes, Kind kind, String network, @Nullable String key) {
        if (key != null) {
            codes.add(new Code(kind, network, key));
        }
    }
}
