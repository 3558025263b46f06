package encore.api.points;

import encore.api.constraints.NotAhead;
import encore.api.imports.FanReferenceInput;
import encore.api.imports.ImportedKind;
import encore.api.imports.RowInput;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.problems.Ids;
import encore.kernel.accounts.AccountId;
import encore.kernel.imports.ImportCommand.ImportAward;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportKind;
import encore.kernel.names.Blanks;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.PointsCommand;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Imports awards of points. */
@Component
class PointsImport implements ImportedKind {

    record Row(
            @Description("Or point_name.") @Nullable @Size(max = 64)
            String pointUid,

            @Description("Or point_uid.") @Nullable @Size(max = 128)
            String pointName,

            @Description("Not zero. A negative count subtracts.")
            @Min(-PointsCommand.MAX_POINTS)
            @Max(PointsCommand.MAX_POINTS)
            long pointCount,

            @Description("It counts once in the fan's ledger of this point type.") @NotBlank @Size(max = 255)
            String awardKey,

            @Nullable @Min(1) @Max(Ids.HIGHEST) Long pageTabId,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt) {

        @AssertTrue(message = "or point_name is required, and not both")
        @ErrorField("point_uid")
        boolean isOfOneType() {
            return isGiven(pointUid) != isGiven(pointName);
        }

        @AssertTrue(message = "must not be 0")
        @ErrorField("point_count")
        boolean isNotZero() {
            return pointCount != 0;
        }

        AwardDetails details() {
            return AwardDetailsBuilder.builder(AwardDetails.withKey(awardKey))
                    .pageTabId(pageTabId)
                    .effectiveAt(effectiveAt)
                    .build();
        }

        private static boolean isGiven(@Nullable String text) {
            return text != null && !Blanks.isBlank(text);
        }
    }

    @Override
    public ImportKind kind() {
        return ImportKind.POINTS;
    }

    @Override
    public List<Class<? extends Record>> inputs() {
        return List.of(FanReferenceInput.class, Row.class);
    }

    @Override
    public String key() {
        return "award_key";
    }

    @Override
    public ImportRow toCommand(long account, RowInput row) {
        var fan = row.bind(FanReferenceInput.class).reference();
        Row in = row.bind(Row.class);
        return new ImportAward(
                new AccountId(account),
                fan,
                Ids.uid(),
                Row.isGiven(in.pointUid()) ? in.pointUid() : null,
                in.pointName(),
                in.pointCount(),
                in.details());
    }
}
