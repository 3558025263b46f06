package encore.api.imports;

import encore.api.contacts.Contacts;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.problems.Ids;
import encore.kernel.imports.FanReference;
import encore.kernel.imports.FanReferenceBuilder;
import encore.kernel.names.Blanks;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** The fields of a row that name its fan. */
public record FanReferenceInput(
        @Description("The fan. Or name the fan by email, phone, or network and identifier.")
        @Nullable
        @Min(1)
        @Max(Ids.HIGHEST)
        Long fanId,

        @Contact @Format(Format.EMAIL) @Nullable @Size(max = 255)
        String email,

        @Contact @Format(Format.PHONE) @Nullable String phone,

        @Description("The network of the identifier.") @Nullable @Size(max = 64)
        String network,

        @Contact @Nullable @Size(max = 255) String identifier) {

    @AssertTrue(message = "or email, phone, or network and identifier is required")
    @ErrorField("fan_id")
    boolean isNamed() {
        return fanId != null || isGiven(email) || isGiven(phone) || isGiven(network) || isGiven(identifier);
    }

    @AssertTrue(message = "must be given together with network")
    @ErrorField("identifier")
    boolean isIdentifierWhole() {
        return fanId != null || isGiven(email) || isGiven(phone) || isGiven(network) == isGiven(identifier);
    }

    /** Returns the reference; the first field that is given names the fan. */
    public FanReference reference() {
        return FanReferenceBuilder.builder()
                .fanId(fanId)
                .email(isGiven(email) ? Contacts.email(email) : null)
                .phone(isGiven(phone) ? Contacts.phone(phone, null) : null)
                .network(network)
                .identifier(identifier)
                .build();
    }

    private static boolean isGiven(@Nullable String text) {
        return text != null && !Blanks.isBlank(text);
    }
}
