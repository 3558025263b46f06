package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.sidetables.ClaimsTable.OnceKeyRule;
import encore.infra.eventstore.sidetables.SideTableRows.StoredOnceKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The once-keys that events used, by the rows of claims.tsv. */
final class UsedKeys {

    private final LogHash hash = new LogHash();
    private final ClaimsTable table;

    UsedKeys(ClaimsTable table) {
        this.table = table;
    }

    /** Returns the once-key that must be stored for an event; null when the event used none. */
    @Nullable
    Used of(ParsedEvent event) {
        OnceKeyRule rule = table.onceKeyOf(event.type());
        if (rule == null) {
            return null;
        }
        JsonNode payload = event.payload();
        JsonNode key = payload.at(rule.key());
        return key.isString() || key.isNumber()
                ? new Used(
                        hash.onceKey(event.stream() + "/" + rule.space() + "/" + key.asString("")),
                        payload.at(rule.fingerprint()).asString(""),
                        rule.answer(),
                        payload.at(rule.answer()).asString(""))
                : null;
    }

    /** @param answered the text that the stored answer has at the pointer */
    record Used(byte[] hash, String fingerprint, String pointer, String answered) {

        boolean isKeptAs(StoredOnceKey kept, long position) {
            return kept.position() == position
                    && kept.fingerprint().equals(fingerprint)
                    && ParsedEvent.json(kept.answer()).at(pointer).asString("").equals(answered);
        }
    }
}
