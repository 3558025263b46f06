package encore.kernel.performances;

import encore.kernel.Patch;
import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a performance; a {@link Patch} changes it.
 *
 * @param businessId never changes
 * @param additionalArtistNames in a change, all names, or empty for none
 */
@RecordBuilder
public record PerformanceDetails(
        @ListedName @NotPersonal("a show's name") @Nullable String performanceName,
        @PublishedValue @Nullable LocalDate performanceDate,
        @PublishedValue @Nullable LocalDate onsaleDate,
        @PublishedValue @Nullable LocalDate announceDate,

        @NotPersonal("the customer's account elsewhere") @Nullable
        String socialAdAccountId,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String venueUid,

        @NotPersonal("the public name of a promoter") @Nullable
        String promoter,

        @NotPersonal("the public name of an artist") @Nullable
        String artistName,

        @NotPersonal("a key of the customer's") @Nullable String campaignEventKey,
        @NotPersonal("a key of the customer's") @Nullable String campaignTourKey,
        @NotPersonal("a show's page") @Nullable String performanceUrl,
        @PublishedValue @Nullable PerformanceStatus status,

        @NotPersonal("the customer's word for a show") @Nullable
        String buyingGroup,

        @NotPersonal("a note of the customer about a show") @Nullable
        String notes,

        @NotPersonal("the customer's word for a show") @Nullable
        String performanceGroupName,

        @PublishedValue @Nullable Long businessId,
        @NotPersonal("a show's page elsewhere") @Nullable String socialEventId,
        @NotPersonal("the name of a label") @Nullable String labelName,

        @NotPersonal("the public name of an artist") @Nullable
        List<String> additionalArtistNames,

        @NotPersonal("a place that sells tickets") @Nullable String outlet,
        @NotPersonal("a seller of tickets") @Nullable String vendor,
        @Nullable Long referralPageTabId) {

    /** The values of a new performance where nothing is set. */
    public static final PerformanceDetails DEFAULTS = PerformanceDetailsBuilder.builder()
            .status(PerformanceStatus.DRAFT)
            .additionalArtistNames(List.of())
            .build();

    public PerformanceDetails {
        additionalArtistNames = additionalArtistNames == null ? null : List.copyOf(additionalArtistNames);
    }

    /** Returns the part of a change that would change these details. */
    public Patch<PerformanceDetails> reduce(Patch<PerformanceDetails> change) {
        List<String> names = change.given().additionalArtistNames;
        Patch<PerformanceDetails> changes = change.differenceFrom(this);
        return Objects.equals(names, additionalArtistNames) ? changes.without("additionalArtistNames") : changes;
    }
}
