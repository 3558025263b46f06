package encore.api.performances;

import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.WebUrl;
import encore.api.problems.Ids;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceDetailsBuilder;
import encore.kernel.performances.PerformanceStatus;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The details of a performance that both adding and changing accept. */
record PerformanceInput(
        @Nullable LocalDate onsaleDate,
        @Nullable LocalDate announceDate,
        @Nullable String socialAdAccountId,
        @Nullable @Size(max = 64) String venueUid,
        @Nullable @Size(max = 128) String promoter,
        @Nullable @Size(max = 255) String artistName,
        @Nullable @Size(max = 64) String campaignEventKey,
        @Nullable @Size(max = 64) String campaignTourKey,

        @Description("Begins with https://.")
        @Nullable
        @Size(max = 512)
        @WebUrl(httpsAlone = true, message = WebUrl.HTTPS_MESSAGE)
        String performanceUrl,

        @Default("draft") @Nullable PerformanceStatus status,
        @Nullable String buyingGroup,
        @Nullable String notes,
        @Nullable @Size(max = 128) String performanceGroupName,
        @Nullable @Min(1) @Max(Ids.HIGHEST) Long businessId,
        @Nullable String socialEventId,
        @Nullable String labelName,

        @Description("They replace the earlier ones.") @Nullable
        List<@NotBlank @Size(max = 256) String> additionalArtistNames,

        @Nullable @Size(max = 128) String outlet,
        @Nullable @Size(max = 128) String vendor,
        @Nullable @Min(1) @Max(Ids.HIGHEST) Long referralPageTabId,
        ClearedComponents cleared) {

    /** Returns the details. A cleared status becomes draft. */
    PerformanceDetails details(@Nullable String name, @Nullable LocalDate date) {
        return PerformanceDetailsBuilder.builder()
                .performanceName(name)
                .performanceDate(date)
                .onsaleDate(onsaleDate)
                .announceDate(announceDate)
                .socialAdAccountId(socialAdAccountId)
                .venueUid(venueUid)
                .promoter(promoter)
                .artistName(artistName)
                .campaignEventKey(campaignEventKey)
                .campaignTourKey(campaignTourKey)
                .performanceUrl(performanceUrl)
                .status(cleared.contains("status") ? PerformanceStatus.DRAFT : status)
                .buyingGroup(buyingGroup)
                .notes(notes)
                .performanceGroupName(performanceGroupName)
                .businessId(businessId)
                .socialEventId(socialEventId)
                .labelName(labelName)
                .additionalArtistNames(additionalArtistNames)
                .outlet(outlet)
                .vendor(vendor)
                .referralPageTabId(referralPageTabId)
                .build();
    }
}
