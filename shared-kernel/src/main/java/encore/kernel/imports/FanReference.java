package encore.kernel.imports;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The fan of a row, named in one of four ways. The first that is given counts.
 *
 * @param email trimmed and lower-case
 * @param phone E.164
 * @param network the network of the identifier
 */
@RecordBuilder
public record FanReference(
        @Nullable Long fanId,
        @Nullable String email,
        @Nullable String phone,
        @Nullable String network,
        @Nullable String identifier) {

    /** Returns the wire name of the field that names the fan. */
    public String field() {
        if (fanId != null) {
            return "fan_id";
        }
        return email != null ? "email" : phone != null ? "phone" : "identifier";
    }
}
