package encore.api.access;

import encore.api.binding.RequestParameters;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.IfMatch;
import encore.infra.backend.RequestContext;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Reads and writes the headers for idempotency and consistency: a request names its idempotency key and the log
 * position that its reads must have reached, the response names the position that it reached, the lag of its
 * reads, and whether it repeats an earlier answer. The answer of one thing names its position as ETag, and the request
 * that changes the thing names it as If-Match.
 */
public final class ConsistencyHeaders {

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    static final String MIN_POSITION = "Encore-Min-Position";
    static final String IF_MATCH = "If-Match";
    static final AsciiString ETAG = AsciiString.cached("ETag");
    static final AsciiString POSITION = AsciiString.cached("Encore-Position");
    static final AsciiString LAG = AsciiString.cached("Encore-Lag");
    static final AsciiString REPLAYED = AsciiString.cached("Idempotency-Replayed");

    private static final int MAX_KEY_LENGTH = 255;

    /** A strong entity tag with a position. */
    private static final Pattern TAG = Pattern.compile("\"(\\d{1,18})\"");

    /** The longest wait of a read for the position that the request names. If it is not reached, the call fails. */
    private static final Duration REQUESTED_WAIT = Duration.ofSeconds(2);

    /** The longest wait of a read for the account's own writes. After it, the read is answered with its lag. */
    private static final Duration OWN_WRITES_WAIT = Duration.ofSeconds(1);

    private ConsistencyHeaders() {}

    /**
     * Reads the headers of a request.
     *
     * @param keyOwner the account to which the idempotency key belongs, {@code <account>:<session_ref>}, or {@code <account>:<actor>}
     * @param ownPosition the position that the account's writes through this gateway have reached
     */
    public static RequestContext read(
            ServerHttpRequest request, RequestParameters parameters, String keyOwner, long ownPosition) {
        String key = idempotencyKey(request);
        Long requested = minPosition(request);
        return new RequestContext(
                        key == null ? null : keyOwner + ":" + key,
                        key == null ? null : fingerprint(request, parameters),
                        requested == null ? ownPosition : requested,
                        requested == null ? OWN_WRITES_WAIT : REQUESTED_WAIT,
                        requested != null)
                .require(ifMatch(request));
    }

    /**
     * Returns the context of a read that belongs to no HTTP request.
     *
     * @param ownPosition the position that the account's writes through this gateway have reached
     */
    public static RequestContext readContext(long ownPosition) {
        return new RequestContext(null, null, ownPosition, OWN_WRITES_WAIT, false);
    }

    /** Sets the ETag of a thing that was read. */
    public static void writeETag(RequestContext context, HttpHeaders headers) {
        if (context.readPosition() > 0) {
            headers.set(ETAG, "\"" + context.readPosition() + "\"");
        }
    }

    /** Sets the headers on the response of a completed call. */
    public static void write(RequestContext context, HttpHeaders headers) {
        if (context.position() > 0) {
            headers.set(POSITION, Long.toString(context.position()));
        }
        if (context.lag() > 0) {
            headers.set(LAG, Long.toString(context.lag()));
        }
        if (context.isRepeat()) {
            headers.set(REPLAYED, "true");
        }
    }

    private static boolean changes(ServerHttpRequest request) {
        return request.getMethod() == HttpMethod.POST || request.getMethod() == HttpMethod.DELETE;
    }

    private static @Nullable IfMatch ifMatch(ServerHttpRequest request) {
        List<String> given = changes(request) ? request.getHeaders().get(IF_MATCH) : null;
        if (given == null) {
            return null;
        }
        String tag = String.join(",", given).strip();
        Matcher matcher = TAG.matcher(tag);
        if (tag.equals("*")) {
            return IfMatch.ANY;
        }
        if (!matcher.matches()) {
            throw Problem.input(
                    IF_MATCH, ErrorCode.FORMAT, "must be the ETag of an answer, such as \"1234\", or an asterisk");
        }
        return new IfMatch(Long.parseLong(matcher.group(1)));
    }

    private static @Nullable String idempotencyKey(ServerHttpRequest request) {
        if (!changes(request)) {
            return null;
        }
        String key = request.getHeaders().getFirst(IDEMPOTENCY_KEY);
        if (key == null) {
            return null;
        }
        boolean visible = key.chars().allMatch(c -> c > 0x20 && c < 0x7F);
        if (key.isEmpty() || key.length() > MAX_KEY_LENGTH || !visible) {
            throw Problem.input(
                    IDEMPOTENCY_KEY, ErrorCode.FORMAT, "must be 1 to 255 visible ASCII characters without spaces");
        }
        return key;
    }

    private static @Nullable Long minPosition(ServerHttpRequest request) {
        String given = request.getHeaders().getFirst(MIN_POSITION);
        if (given == null) {
            return null;
        }
        try {
            long position = Long.parseLong(given);
            if (position >= 0) {
                return position;
            }
        } catch (NumberFormatException notANumber) {
            // Refused below, like a negative number.
        }
        throw Problem.input(MIN_POSITION, ErrorCode.TYPE, "must be a whole number from 0");
    }

    /**
     * Hashes method, path, query, body and the session in a header, so that a reused idempotency key with another
     * request is noticed.
     */
    private static String fingerprint(ServerHttpRequest request, RequestParameters parameters) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String query = request.getURI().getRawQuery();
            String line =
                    request.getMethod() + " " + request.getURI().getRawPath() + "?" + (query == null ? "" : query);
            digest.update(line.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            digest.update(parameters.body());
            String session = request.getHeaders().getFirst(RequestParameters.SESSION_HEADER);
            if (session != null) {
                digest.update((byte) '\n');
                digest.update(session.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }
}
