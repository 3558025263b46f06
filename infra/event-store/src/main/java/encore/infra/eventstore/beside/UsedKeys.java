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
        return switch (event.type()) {
            case "points_awarded" -> used(event, "award", "awardKey", "count");
            case "fan_wager_paid" -> used(event, "payout", "fanWagerUid", "pointCount");
            default -> null;
        };
    }

    private @Nullable Used used(OpenedEvent event, String kind, String key, String fingerprint) {
        JsonNode payload = event.payload();
        return payload.path(key).isString()
                ? new Used(
                        hash.onceKey(event.stream() + "/" + kind + "/"
                                + payload.path(key).asString("")),
                        payload.path(fingerprint).asString(""),
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
