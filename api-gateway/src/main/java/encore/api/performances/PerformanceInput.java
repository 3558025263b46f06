package encore.api.performances;

import encore.api.constraints.WebUrl;
import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.problems.Ids;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceStatus;
import encore.kernel.records.StrictMapping;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;

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

        @Description("Never changes.") @Nullable @Min(1) @Max(Ids.HIGHEST)
        Long businessId,

        @Nullable String socialEventId,
        @Nullable String labelName,

        @Description("They replace the earlier ones.") @Nullable
        List<@NotBlank @Size(max = 256) String> additionalArtistNames,

        @Nullable @Size(max = 128) String outlet,
        @Nullable @Size(max = 128) String vendor,
        @Nullable @Min(1) @Max(Ids.HIGHEST) Long referralPageTabId,
        ClearedComponents cleared) {

    /** Returns the details. A cleared status becomes draft. */
    PerformanceDetails details(@Nullable String performanceName, @Nullable LocalDate performanceDate) {
        return DetailsMapper.MAPPER.details(this, performanceName, performanceDate);
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new PerformanceInput$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = {"cleared", "status"})
        @Mapping(target = "status", source = "input", qualifiedByName = "status")
        PerformanceDetails details(
                PerformanceInput input, @Nullable String performanceName, @Nullable LocalDate performanceDate);

        @Named("status")
        default @Nullable PerformanceStatus status(PerformanceInput input) {
            return input.cleared().contains("status") ? PerformanceStatus.DRAFT : input.status();
        }
    }
}
