package encore.api.activities;

import encore.api.constraints.NotAhead;
import encore.api.imports.FanReferenceInput;
import encore.api.imports.ImportedKind;
import encore.api.imports.RowInput;
import encore.api.input.Description;
import encore.api.input.Prefixed;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityId;
import encore.kernel.imports.ImportCommand.ImportActivity;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportKind;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Imports activities of fans. */
@Component
class ActivitiesImport implements ImportedKind {

    record Row(
            @Description("The name of a campaign, or any other title.") @NotBlank @Size(max = 255)
            String campaignTitle,

            @Description(Description.ACTIVITY_KEY) @NotBlank @Size(max = 255)
            String activityKey,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt,

            @Contact
            @Description("field_<name>: at most 100, with names of at most 128 characters.")
            @Prefixed("field_")
            Map<String, String> fields) {}

    @Override
    public ImportKind kind() {
        return ImportKind.ACTIVITIES;
    }

    @Override
    public List<Class<? extends Record>> inputs() {
        return List.of(FanReferenceInput.class, Row.class);
    }

    @Override
    public String key() {
        return "activity_key";
    }

    @Override
    public ImportRow toCommand(long account, RowInput row) {
        var fan = row.bind(FanReferenceInput.class).reference();
        Row in = row.bind(Row.class);
        return new ImportActivity(
                ActivityId.ofKey(account, in.activityKey()),
                fan,
                in.campaignTitle(),
                ActivityDetails.of(ActivityProperties.toObject(in.fields())),
                in.effectiveAt());
    }
}
