package encore.infra.backend.addresses;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.InvalidUrlException;
import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder.ParserType;

/**
 * An http or https address as a browser reads it (the URL standard of WHATWG).
 *
 * @param scheme http or https
 * @param host in small letters and ASCII, without a dot at its end; an IPv6 address in brackets
 * @param path without dot segments
 */
public record WebAddress(String scheme, String host, String path) {

    private static final String HTTPS = "https";

    /** Browsers repair a text that does not match: they drop or turn slashes, and drop white space. */
    private static final Pattern SPELLING = Pattern.compile(
            "https?://[^/?#\\\\@\\s\\p{Cntrl}%{}<>^`|\"]+(?:/[^?#\\\\\\s\\p{Cntrl}]*)?(?:[?#][^\\s\\p{Cntrl}]*)?",
            Pattern.CASE_INSENSITIVE);

    /** Browsers keep these letters of a host, while the IDNA of Java maps or drops them. */
    private static final Pattern DEVIATING = Pattern.compile("[\u00df\u1e9e\u03c2\u200c\u200d]");

    private static final Pattern PORT = Pattern.compile(":\\d*$");

    /**
     * Reads an address that a caller enters.
     *
     * @return empty for another scheme, credentials, a port above 65535, or a spelling that a browser has to repair
     */
    public static Optional<WebAddress> parse(String text) {
        return SPELLING.matcher(text).matches()
                ? read(text).filter(address -> isHost(hostIn(text), address.host()))
                : Optional.empty();
    }

    /** Reads an address as a browser does, with repairs and without its credentials; empty if a browser refuses it. */
    public static Optional<WebAddress> read(String text) {
        try {
            // The parser takes braces for templates and does not look for separators in them.
            String literal = text.replace("{", "%7B").replace("}", "%7D");
            UriComponents read = UriComponentsBuilder.fromUriString(literal, ParserType.WHAT_WG)
                    .build();
            String host = read.getHost();
            if (host == null || !isWeb(read.getScheme())) {
                return Optional.empty();
            }
            String bare = withoutLastDot(host.toLowerCase(Locale.ROOT));
            return hasEmptyLabel(bare)
                    ? Optional.empty()
                    : Optional.of(new WebAddress(
                            Objects.requireNonNull(read.getScheme()),
                            bare,
                            Objects.requireNonNullElse(read.getPath(), "")));
        } catch (InvalidUrlException refused) {
            return Optional.empty();
        }
    }

    public boolean isHttps() {
        return HTTPS.equals(scheme);
    }

    /**
     * Returns whether a server may take the address for one below a path. Neither escaped letters nor case, empty segments
     * or parameters of segments hide it.
     */
    public boolean isBelow(String folder) {
        List<String> segments = segments(path);
        List<String> wanted = segments(folder);
        return segments.size() > wanted.size()
                && segments.subList(0, wanted.size()).equals(wanted);
    }

    private static List<String> segments(String path) {
        return Stream.of(path.split("/"))
                .map(segment -> segment.replaceFirst(";.*", ""))
                .filter(segment -> !segment.isEmpty())
                .map(WebAddress::decoded)
                .toList();
    }

    private static String decoded(String segment) {
        String plain = segment.replace("+", "%2B").replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
        return URLDecoder.decode(plain, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    }

    private static boolean isWeb(@Nullable String scheme) {
        return HTTPS.equals(scheme) || "http".equals(scheme);
    }

    private static boolean hasEmptyLabel(String host) {
        return host.isEmpty() || host.startsWith(".") || host.endsWith(".") || host.contains("..");
    }

    private static String withoutLastDot(String host) {
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    /** A name may be written in letters beyond ASCII, and an IPv6 address in several ways. */
    private static boolean isHost(String written, String read) {
        boolean isInternational =
                read.contains("xn--") && !DEVIATING.matcher(written).find();
        boolean isAscii = written.chars().allMatch(letter -> letter < 128);
        return written.equals(read) || written.startsWith("[") || !isAscii && isInternational;
    }

    private static String hostIn(String text) {
        String authority = text.substring(text.indexOf("://") + 3).split("[/?#]", 2)[0];
        return withoutLastDot(PORT.matcher(authority).replaceFirst("").toLowerCase(Locale.ROOT));
    }
}
