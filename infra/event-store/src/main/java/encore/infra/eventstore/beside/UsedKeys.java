package encore.infra.eventstore.beside;

import encore.infra.eventstore.beside.BesideRows.KeptKey;
import encore.infra.eventstore.log.LogHash;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The once-keys that events tell of: what docs/log-format.md lists, and nothing else. */
final class UsedKeys {

    private final LogHash hash = new LogHash();

    /** What an event's key must look like; null when it used none. */
    @Nullable
    Used of(OpenedEvent event) {
        if (!event.type().equals("points_awarded")) {
            return null;
        }
        JsonNode payload = event.payload();
        String key = payload.path("awardKey").asString("");
        return payload.path("awardKey").isString()
                ? new Used(
                        hash.onceKey(event.stream() + "/award/" + key),
                        payload.path("count").asString(""),
                        payload.path("fanPointUid").asString(""))
                : null;
    }

    /** @param answered the uid of the record, which the answer names */
    record Used(byte[] hash, String fingerprint, String answered) {

        boolean isKeptAs(KeptKey kept, long position) {
            return kept.position() == position
                    && kept.fingerprint().equals(fingerprint)
                    && OpenedEvent.json(kept.answer())
                            .path("fanPointUid")
                            .asString("")
                            .equals(answered);
        }
    }
}
