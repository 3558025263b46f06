package encore.kernel.fields;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some custom fields of an account at the moment of a decision. */
public record FieldDefinitions(List<FieldDefinition> fields) {

    public FieldDefinitions {
        fields = List.copyOf(fields);
    }

    public @Nullable FieldDefinition find(String key) {
        return fields.stream()
                .filter(field -> field.crmFieldKey().equals(key))
                .findFirst()
                .orElse(null);
    }
}
