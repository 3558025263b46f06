package encore.kernel.fields;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some of an account's custom fields as they are when a command is decided. */
public record ToldFields(List<FieldDefinition> fields) {

    public ToldFields {
        fields = List.copyOf(fields);
    }

    public @Nullable FieldDefinition called(String key) {
        return fields.stream()
                .filter(field -> field.crmFieldKey().equals(key))
                .findFirst()
                .orElse(null);
    }
}
