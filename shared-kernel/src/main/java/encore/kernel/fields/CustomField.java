package encore.kernel.fields;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A custom field as the API answers it (spec 2, 2).
 *
 * @param usageCount the number of fans with a value
 */
public record CustomField(
        String crmFieldKey,
        long accountId,
        @Nullable FieldType fieldType,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        List<String> fieldOptions,
        boolean isActive,
        boolean isGlobal,
        @Nullable String linkUrl,
        long usageCount) {

    public CustomField {
        fieldOptions = List.copyOf(fieldOptions);
    }
}
