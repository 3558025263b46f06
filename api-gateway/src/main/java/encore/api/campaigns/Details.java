package encore.api.campaigns;

import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.problems.Ids;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.records.StrictMapping;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import tools.jackson.databind.node.ObjectNode;

/** The details of a campaign that can change. Absent fields stay, empty ones are cleared. */
record Details(
        @Description("Unique in the account. Required when it is created. Cannot be cleared.")
        @Nullable
        @Size(max = 255)
        String name,

        @Description("Whether the campaign is active. Absent for a new campaign: true.") @Nullable
        Boolean isActive,

        @Nullable Instant startTimestamp,

        @Description("The last second, inclusive.") @Nullable
        Instant endTimestamp,

        @Description("Absent: UTC.") @Nullable ZoneId timezone,

        @Description("Absent: the text of the campaign's business.") @Nullable @Size(max = MAX_LEGAL_LENGTH)
        String privacy,

        @Description("Absent: the text of the campaign's business.") @Nullable @Size(max = MAX_LEGAL_LENGTH)
        String terms,

        @Description("Absent: the text of the campaign's business.") @Nullable @Size(max = MAX_LEGAL_LENGTH)
        String rules,

        @Nullable ObjectNode props,
        @Nullable ObjectNode styleProps,
        @Nullable ObjectNode localeProps,
        @Nullable ObjectNode linksMap,
        @Nullable ObjectNode mediaMap,
        @Nullable ObjectNode crmFields,
        @Nullable @Size(max = 255) String socialAppKey,

        @Description("They replace the earlier ones.") @Nullable @Size(max = 100)
        List<@Min(1) @Max(Ids.HIGHEST) Long> bundledPageTabIds,

        ClearedComponents cleared) {

    private static final int MAX_LEGAL_LENGTH = 100_000;

    CampaignDetails toDetails() {
        return DetailsMapper.MAPPER.details(this);
    }

    Patch<CampaignDetails> toPatch() {
        return cleared.toPatch(toDetails());
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new Details$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        CampaignDetails details(Details input);
    }
}
