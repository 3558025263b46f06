package encore.infra.eventstore.sidetables;

import encore.kernel.scans.ScanCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Computes the holders of the codes that are scanned at doors: a code belongs to the stream that named it newly last.
 */
public final class HeldCodes {

    static final String SLOT = "code ";

    private final Map<String, List<String>> named = new HashMap<>();
    private final Map<String, String> holders = new HashMap<>();
    private final Function<String, Map<String, byte[]>> claimsOf;

    /** @param claimsOf returns the claims of a stream by their slots */
    HeldCodes(Function<String, Map<String, byte[]>> claimsOf) {
        this.claimsOf = claimsOf;
    }

    /**
     * Returns the values of the claims on an event's codes.
     *
     * @param paths one path: that of a list of codes; several: that of the network, and those of codes whose kinds
     *     are the paths' last names
     */
    static List<String> of(JsonNode payload, List<String> paths) {
        if (paths.size() == 1) {
            return listed(payload.at(paths.getFirst()));
        }
        String network = payload.at(paths.getFirst()).asString("");
        List<String> codes = new ArrayList<>(paths.size() - 1);
        for (String path : paths.subList(1, paths.size())) {
            JsonNode key = payload.at(path);
            if (key.isString()) {
                codes.add(new ScanCode(kindAt(path), network, key.asString()).claimed());
            }
        }
        return codes;
    }

    private static List<String> listed(JsonNode codes) {
        return codes.valueStream()
                .flatMap(code -> Stream.of(ScanCode.Kind.values())
                        .filter(kind -> kind.word().equals(code.path("kind").asString("")))
                        .map(kind -> new ScanCode(
                                kind,
                                code.path("network").asString(""),
                                code.path("key").asString(""))))
                .map(ScanCode::claimed)
                .toList();
    }

    /** @throws IllegalArgumentException when a path's last name is no kind of code */
    public static void check(List<String> paths) {
        paths.stream().skip(1).forEach(HeldCodes::kindAt);
    }

    private static ScanCode.Kind kindAt(String path) {
        return ScanCode.Kind.valueOf(path.substring(path.lastIndexOf('/') + 1)
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toUpperCase(Locale.ROOT));
    }

    /**
     * Gives a stream the codes that it names from now on, and takes from it those that it names no longer.
     *
     * @param claim computes the claim of a code's value
     */
    void replace(String stream, String account, List<String> codes, Function<String, byte[]> claim) {
        List<String> before = named.getOrDefault(stream, List.of());
        for (String code : codes) {
            if (!before.contains(code)) {
                String other = holders.put(account + " " + code, stream);
                if (other != null) {
                    claimsOf.apply(other).remove(SLOT + code);
                }
                claimsOf.apply(stream).put(SLOT + code, claim.apply(code));
            }
        }
        for (String code : before) {
            if (!codes.contains(code) && holders.remove(account + " " + code, stream)) {
                claimsOf.apply(stream).remove(SLOT + code);
            }
        }
        named.put(stream, codes);
    }
}
