package encore.infra.eventstore.beside;

import encore.kernel.scans.Code;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Computes the holders of the codes that are scanned at doors: a code belongs to the stream that named it newly last.
 */
final class HeldCodes {

    private static final String SLOT = "code ";

    private final Map<String, List<String>> said = new HashMap<>();
    private final Map<String, String> holders = new HashMap<>();
    private final Function<String, Map<String, byte[]>> claimsOf;

    /** @param claimsOf returns the claims of a stream by their slots */
    HeldCodes(Function<String, Map<String, byte[]>> claimsOf) {
        this.claimsOf = claimsOf;
    }

    /** Returns the codes of a registration as values of claims. The key of its ticket belongs to the ticket. */
    static List<String> ofRegistration(JsonNode details) {
        return said(details, text(details, "registrationKey"), null);
    }

    /** Returns the codes of a ticket as values of claims. */
    static List<String> ofTicket(JsonNode details) {
        return said(details, null, text(details, "ticketKey"));
    }

    private static List<String> said(JsonNode details, @Nullable String registrationKey, @Nullable String ticketKey) {
        return Code.of(
                        details.path("network").asString(""),
                        registrationKey,
                        ticketKey,
                        text(details, "lookupId"),
                        text(details, "barcode"))
                .stream()
                .map(Code::claimed)
                .toList();
    }

    /** Returns the codes of a stream of codes as values of claims. */
    static List<String> listed(JsonNode codes) {
        return codes.valueStream()
                .flatMap(code -> Stream.of(Code.Kind.values())
                        .filter(kind -> kind.word().equals(code.path("kind").asString("")))
                        .map(kind -> new Code(
                                kind,
                                code.path("network").asString(""),
                                code.path("key").asString(""))))
                .map(Code::claimed)
                .toList();
    }

    private static @Nullable String text(JsonNode details, String name) {
        JsonNode text = details.path(name);
        return text.isString() ? text.asString() : null;
    }

    void said(OpenedEvent event, List<String> now, BiFunction<OpenedEvent, String, byte[]> claim) {
        String stream = event.stream();
        String account = stream.split("\\.", 3)[1] + " ";
        List<String> before = said.getOrDefault(stream, List.of());
        for (String code : now) {
            if (!before.contains(code)) {
                String other = holders.put(account + code, stream);
                if (other != null) {
                    claimsOf.apply(other).remove(SLOT + code);
                }
                claimsOf.apply(stream).put(SLOT + code, claim.apply(event, code));
            }
        }
        for (String code : before) {
            if (!now.contains(code) && holders.remove(account + code, stream)) {
                claimsOf.apply(stream).remove(SLOT + code);
            }
        }
        said.put(stream, now);
    }
}
