package encore.api.rewards;

import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.Patch;
import encore.kernel.names.KeySpelling;
import encore.kernel.points.PointsCommand;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.records.StrictMapping;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodes;
import encore.kernel.time.WrittenTime;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;

/** The details of a reward that both creating and changing accept. */
record RewardInput(
        @Description("Absent: the reward is assigned by hand alone.") @Nullable
        RequirementType requirementType,

        @Description("Local time in timezone, or with an offset.") @Nullable
        WrittenTime expirationTimestamp,

        @Description("Required with expiration_timestamp.") @Nullable
        ZoneId timezone,

        @Default("all") @Nullable WinnerSelection winnerSelectionModel,

        @Description("Required with first.") @Nullable @Min(1) @Max(Ids.HIGHEST)
        Long rewardLimit,

        @Description("Required with fan_points.") @Nullable @Min(1) @Max(PointsCommand.MAX_POINTS)
        Long fanPointsRequired,

        @Description("Required with point_tier.") @Nullable @Size(max = 64)
        String pointTierUid,

        @Description("Required with quests: quests of the business.") @Nullable
        List<@Min(1) @Max(Ids.HIGHEST) Long> requiredPageTabIds,

        @Description("Required for vendora and vendorb.") @Nullable @Size(max = 64)
        String performanceUid,

        @Nullable String description,
        @Nullable @Size(max = 64) String idolUid,

        @Description("The first second in which the pass lets in.") @Nullable
        Instant accessStartTimestamp,

        @Description("The last second in which the pass lets in.") @Nullable
        Instant accessEndTimestamp,

        @Description("The form of the pass, such as qrcode.") @Nullable
        String accessPassType,

        @Description("Whether each prize code is given once.") @Default("false") @Nullable
        Boolean isLimited,

        @Nullable String vendoraSalesEventKey,
        @Nullable String vendoraPromoKey,
        @Nullable DeliveryMethod vendoraDeliveryMethod,

        @Description("Whether QR codes are not mailed to fans.") @Default("false") @Nullable
        Boolean disableVendoraQrcodeEmail,

        @Nullable String vendorbLocationGroupId,
        @Nullable String vendorbPromotionId,
        ClearedComponents cleared) {

    @AssertTrue(message = "is required with expiration_timestamp")
    @ErrorField("timezone")
    boolean isTimezoneGiven() {
        return expirationTimestamp == null || timezone != null;
    }

    @AssertTrue(message = "is required with timezone")
    @ErrorField("expiration_timestamp")
    boolean isExpirationGiven() {
        return timezone == null || expirationTimestamp != null;
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new RewardInput$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = {"cleared", "expirationTimestamp"})
        @Mapping(target = "expirationTimestamp", source = "input", qualifiedByName = "expiration")
        @Mapping(target = "mediaUid", ignore = true)
        @Mapping(target = "orderIdx", ignore = true)
        RewardDetails details(RewardInput input, @Nullable String rewardTitle, @Nullable Boolean isDisabled);

        @BeanMapping(ignoreUnmappedSourceProperties = {"cleared", "expirationTimestamp", "rewardUid"})
        @Mapping(target = "expirationTimestamp", source = "input", qualifiedByName = "expiration")
        RewardDetails details(RewardInput input, ManagedRewardsController.Change change);

        @Named("expiration")
        default @Nullable Instant expiration(RewardInput input) {
            WrittenTime time = input.expirationTimestamp();
            ZoneId timezone = input.timezone();
            return time == null || timezone == null ? null : time.in(timezone);
        }
    }

    /**
     * Returns the change that a call sends.
     *
     * @param given the details with the values that the call sends
     * @param others the components of the call's other input that it sends empty
     */
    Patch<RewardDetails> change(RewardDetails given, ClearedComponents others) {
        Patch<RewardDetails> change = others.union(cleared).toPatch(given);
        return change.cleared().contains("expirationTimestamp") ? change.clearing("timezone") : change;
    }

    /** Returns the prize codes of a text; none without a text. Space and control characters around a code are cut off. */
    static List<String> codes(@Nullable String prizeCodes) {
        List<String> codes =
                prizeCodes == null ? List.of() : PrizeCodes.split(prizeCodes).codes();
        if (codes.stream().anyMatch(KeySpelling::hasControlInside)) {
            throw Problem.input("prize_codes", ErrorCode.FORMAT, "must be codes without control characters");
        }
        return codes;
    }
}
