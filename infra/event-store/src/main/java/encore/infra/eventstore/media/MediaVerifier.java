package encore.infra.eventstore.media;

import encore.infra.eventstore.verify.LogVerifier;
import encore.kernel.StreamId;
import encore.kernel.media.MediaId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the bytes of media with the hashes that the log names. It needs no keys: hashes are of stored bytes. */
public final class MediaVerifier {

    private static final byte[] ADDED = "media_added".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REMOVED = "media_removed".getBytes(StandardCharsets.US_ASCII);
    private static final JsonMapper JSON = JsonMapper.shared();

    private MediaVerifier() {}

    /** The number of parts of an asset and the hash of their bytes, as its event names them. */
    public record NamedBytes(int parts, String hash) {}

    /**
     * The result of a comparison.
     *
     * @param count the number of media that the log names
     * @param damaged the media whose bytes are missing or were changed
     */
    public record Report(long count, List<MediaId> damaged) {

        public Report {
            damaged = List.copyOf(damaged);
        }

        public boolean isWhole() {
            return damaged.isEmpty();
        }

        @Override
        public String toString() {
            return isWhole()
                    ? "%,d media are whole".formatted(count)
                    : "%,d of %,d media are damaged".formatted(damaged.size(), count);
        }
    }

    /** Compares all media that the log names with their bytes. */
    public static Report verify(LogVerifier.Rows log, MediaStore store) {
        Map<MediaId, NamedBytes> named = named(log);
        List<MediaId> damaged = new ArrayList<>();
        named.forEach((media, bytes) -> {
            if (!bytes.hash().equals(MediaBytes.hash(store, media, bytes.parts()))) {
                damaged.add(media);
            }
        });
        return new Report(named.size(), damaged);
    }

    /**
     * Compares the media of a log that may be in use. An asset may be removed after the log was read: if bytes seem to be
     * missing, the log is read again.
     *
     * @param log opens the log
     */
    public static <R extends LogVerifier.Rows & AutoCloseable> Report verifyLive(Supplier<R> log, MediaStore store) {
        Report first = once(log, store);
        return first.isWhole() ? first : once(log, store);
    }

    private static <R extends LogVerifier.Rows & AutoCloseable> Report once(Supplier<R> log, MediaStore store) {
        try (R rows = log.get()) {
            return verify(rows, store);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the media that the log names: those that were added and not removed. */
    public static Map<MediaId, NamedBytes> named(LogVerifier.Rows log) {
        Map<MediaId, NamedBytes> named = new LinkedHashMap<>();
        for (Iterator<LogVerifier.Event> events = log.events(); events.hasNext(); ) {
            LogVerifier.Event event = events.next();
            if (Arrays.equals(event.type(), ADDED)) {
                JsonNode payload = JSON.readTree(event.payload());
                named.put(
                        media(event),
                        new NamedBytes(
                                payload.path("parts").asInt(),
                                payload.path("hash").asString()));
            } else if (Arrays.equals(event.type(), REMOVED)) {
                named.remove(media(event));
            }
        }
        return named;
    }

    private static MediaId media(LogVerifier.Event event) {
        return StreamId.parse(MediaId.class, new String(event.stream(), StandardCharsets.UTF_8));
    }
}
