package encore.kernel.fields;

import encore.kernel.ListItem;
import encore.kernel.NotPersonal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says what a custom field is; a {@link encore.kernel.Patch} changes it. All but the key are null only in a change, and
 * the link.
 *
 * @param crmFieldKey its name, which never changes
 * @param fieldType never changes
 * @param fieldOptions what a value of a select is one of, each once; empty for other types
 * @param isActive whether values can be set
 * @param isGlobal as the account says
 * @param linkUrl what the account links it with
 */
public record FieldDefinition(
        @NotPersonal("a field, and nobody's value of it") String crmFieldKey,
        @Nullable FieldType fieldType,

        @NotPersonal("what there is to choose from") @Nullable
        List<String> fieldOptions,

        @Nullable Boolean isActive,
        @Nullable Boolean isGlobal,
        @NotPersonal("a link of a field") @Nullable String linkUrl)
        implements ListItem {

    public FieldDefinition {
        fieldOptions =
                fieldOptions == null ? null : fieldOptions.stream().distinct().toList();
    }

    @Override
    public String key() {
        return crmFieldKey;
    }

    /** A new one, of which nothing else is said. */
    public static FieldDefinition called(String key) {
        return new FieldDefinition(key, null, List.of(), true, false, null);
    }
}
