package encore.kernel.signups;

import encore.kernel.privacy.Contact;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** The fan that has a contact; all null where none has it. */
@RecordBuilder
public record CheckedContact(
        @Nullable Long fanId,
        @Contact @Nullable String firstName,
        @Contact @Nullable String lastName) {

    public static final CheckedContact NOBODY = CheckedContactBuilder.builder().build();
}
