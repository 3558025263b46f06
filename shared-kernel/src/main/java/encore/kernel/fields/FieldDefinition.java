package encore.kernel.fields;

import encore.kernel.lists.ListItem;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a custom field; a {@link encore.kernel.Patch} changes it. All components but key and link are null
 * only in a change.
 *
 * @param crmFieldKey the key of the field, which never changes
 * @param fieldType never changes
 * @param fieldOptions the options of a select, each once; empty for other types
 * @param isActive whether values can be set
 * @param isGlobal a mark of the account, without effect here
 * @param linkUrl a link of the account
 */
@RecordBuilder
public record FieldDefinition(
        @PublishedValue @NotPersonal("a key of a field, without a value")
        String crmFieldKey,

        @PublishedValue @Nullable FieldType fieldType,

        @NotPersonal("options of a field") @Nullable List<String> fieldOptions,

        @PublishedValue @Nullable Boolean isActive,
        @PublishedValue @Nullable Boolean isGlobal,
        @NotPersonal("a link of a field") @Nullable String linkUrl)
        implements ListItem {

    public FieldDefinition {
        fieldOptions =
                fieldOptions == null ? null : fieldOptions.stream().distinct().toList();
    }

    /** Returns the defaults for a new field with this key. */
    public static FieldDefinition ofKey(String key) {
        return new FieldDefinition(key, null, List.of(), true, false, null);
    }
}
