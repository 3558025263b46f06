package encore.api.shows.hls;

import encore.infra.backend.egress.EgressFailure;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HLS manifest (RFC 8216) that is served from another address than its own, so every relative URI in it becomes
 * absolute: the lines that are URIs, and each attribute of a tag that holds one.
 */
final class Manifest {

    private static final String FIRST_LINE = "#EXTM3U";
    private static final Pattern URI_BEGINNING = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    /** Quoted values are read whole, so that nothing inside one is taken for an attribute. */
    private static final Pattern ATTRIBUTE = Pattern.compile("([A-Z0-9-]+)=(?:\"([^\"]*)\"|[^\",]*)");

    private static final String ASSET_LIST = "X-ASSET-LIST";

    private final String origin;
    private final String scheme;
    private final String folder;
    private final String path;
    private final ManifestVariables variables;

    private Manifest(String url) {
        int query = url.indexOf('?');
        variables = new ManifestVariables(query < 0 ? "" : url.substring(query + 1));
        String whole = query < 0 ? url : url.substring(0, query);
        int host = whole.indexOf("://") + 3;
        int slash = whole.indexOf('/', host);
        scheme = whole.substring(0, host - 2);
        origin = slash < 0 ? whole : whole.substring(0, slash);
        path = slash < 0 ? whole + "/" : whole;
        folder = path.substring(0, path.lastIndexOf('/') + 1);
    }

    /**
     * Returns the manifest with absolute URIs.
     *
     * @param url the address that it was read from, absolute
     * @throws EgressFailure for anything but a manifest
     */
    static byte[] withAbsoluteUris(byte[] content, String url) {
        String text = new String(content, StandardCharsets.UTF_8);
        if (!isManifest(text)) {
            throw new EgressFailure(EgressFailure.Kind.UNEXPECTED);
        }
        var manifest = new Manifest(url);
        var written = new StringBuilder(text.length() + text.length() / 2);
        for (int start = 0; start < text.length(); ) {
            int newline = text.indexOf('\n', start);
            int next = newline < 0 ? text.length() : newline + 1;
            int end = newline < 0 ? next : newline;
            end = end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
            written.append(manifest.line(text.substring(start, end))).append(text, end, next);
            start = next;
        }
        return written.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isManifest(String text) {
        return text.startsWith(FIRST_LINE)
                && (text.length() == FIRST_LINE.length() || Character.isWhitespace(text.charAt(FIRST_LINE.length())));
    }

    private String line(String line) {
        if (line.isBlank()) {
            return line;
        }
        if (!line.startsWith("#")) {
            return absolute(variables.resolve(line.strip()));
        }
        if (ManifestVariables.isDefinition(line)) {
            return variables.define(line);
        }
        return line.startsWith("#EXT") ? ATTRIBUTE.matcher(line).replaceAll(this::attribute) : line;
    }

    private String attribute(MatchResult found) {
        if (found.group(2) == null) {
            return Matcher.quoteReplacement(found.group());
        }
        String name = found.group(1);
        String value = variables.resolve(found.group(2));
        boolean isUri = name.endsWith("URI") || name.equals(ASSET_LIST);
        return Matcher.quoteReplacement(name + "=\"" + (isUri ? absolute(value) : value) + "\"");
    }

    /**
     * Resolves a reference by its text (RFC 3986, 5.3). A player removes dots. One that begins with a variable stays, since its
     * value is unknown here and may be absolute.
     */
    private String absolute(String reference) {
        if (reference.isEmpty() || URI_BEGINNING.matcher(reference).matches() || reference.startsWith("{$")) {
            return reference;
        }
        return switch (reference.charAt(0)) {
            case '/' -> reference.startsWith("//") ? scheme + reference : origin + reference;
            case '?' -> path + reference;
            default -> folder + reference;
        };
    }
}
